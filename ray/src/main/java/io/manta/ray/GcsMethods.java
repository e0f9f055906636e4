package io.manta.ray;

import com.google.protobuf.MessageLite;
import io.grpc.MethodDescriptor;
import io.grpc.protobuf.lite.ProtoLiteUtils;
import io.manta.ray.wire.DrainNodeReply;
import io.manta.ray.wire.DrainNodeRequest;
import io.manta.ray.wire.GetClusterResourceStateReply;
import io.manta.ray.wire.GetClusterResourceStateRequest;
import io.manta.ray.wire.InternalKVPutReply;
import io.manta.ray.wire.InternalKVPutRequest;
import io.manta.ray.wire.ReportAutoscalingStateReply;
import io.manta.ray.wire.ReportAutoscalingStateRequest;

/**
 * The only calls Manta makes on the GCS. Publishing is not among them: some versions abort on a log message sent to the
 * wrong publisher service, see {@link DriverMessages} for the way that is safe.
 */
final class GcsMethods {
    static final String SERVICE = "ray.rpc.autoscaler.AutoscalerStateService";

    static final MethodDescriptor<GetClusterResourceStateRequest, GetClusterResourceStateReply> STATE = unary(
            "GetClusterResourceState",
            GetClusterResourceStateRequest.getDefaultInstance(),
            GetClusterResourceStateReply.getDefaultInstance());

    static final MethodDescriptor<ReportAutoscalingStateRequest, ReportAutoscalingStateReply> REPORT = unary(
            "ReportAutoscalingState",
            ReportAutoscalingStateRequest.getDefaultInstance(),
            ReportAutoscalingStateReply.getDefaultInstance());

    static final MethodDescriptor<DrainNodeRequest, DrainNodeReply> DRAIN =
            unary("DrainNode", DrainNodeRequest.getDefaultInstance(), DrainNodeReply.getDefaultInstance());

    static final MethodDescriptor<InternalKVPutRequest, InternalKVPutReply> PUT = unary(
            "ray.rpc.InternalKVGcsService",
            "InternalKVPut",
            InternalKVPutRequest.getDefaultInstance(),
            InternalKVPutReply.getDefaultInstance());

    private GcsMethods() {}

    private static <Q extends MessageLite, A extends MessageLite> MethodDescriptor<Q, A> unary(
            String name, Q request, A reply) {
        return unary(SERVICE, name, request, reply);
    }

    private static <Q extends MessageLite, A extends MessageLite> MethodDescriptor<Q, A> unary(
            String service, String name, Q request, A reply) {
        return MethodDescriptor.newBuilder(ProtoLiteUtils.marshaller(request), ProtoLiteUtils.marshaller(reply))
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(service, name))
                .build();
    }
}
