package io.manta.ray;

import io.grpc.BindableService;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.okhttp.OkHttpServerBuilder;
import io.grpc.stub.ServerCalls;
import io.manta.ray.wire.ClusterResourceState;
import io.manta.ray.wire.DrainNodeReply;
import io.manta.ray.wire.DrainNodeRequest;
import io.manta.ray.wire.GetClusterResourceStateReply;
import io.manta.ray.wire.GetClusterResourceStateRequest;
import io.manta.ray.wire.ReportAutoscalingStateReply;
import io.manta.ray.wire.ReportAutoscalingStateRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Not Ray: a gRPC server on loopback that answers as told, to show how the client meets answers real Ray seldom gives. */
final class FakeGcs implements AutoCloseable {
    final List<Object> received = new CopyOnWriteArrayList<>();
    final List<String> tokens = new CopyOnWriteArrayList<>();
    volatile ClusterResourceState state = ClusterResourceState.getDefaultInstance();
    volatile DrainNodeReply drainReply = DrainNodeReply.getDefaultInstance();
    volatile @Nullable Status refusal;
    volatile boolean silent;

    private final Server server;

    private FakeGcs(int port, boolean knowsService) throws IOException {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        var builder = OkHttpServerBuilder.forPort(address, InsecureServerCredentials.create())
                .intercept(new TokenRecorder());
        if (knowsService) {
            builder.addService((BindableService) this::service);
        }
        server = builder.build().start();
    }

    static FakeGcs start() throws IOException {
        return new FakeGcs(0, true);
    }

    static FakeGcs startOn(int port) throws IOException {
        return new FakeGcs(port, true);
    }

    static FakeGcs withoutAutoscalerService() throws IOException {
        return new FakeGcs(0, false);
    }

    int port() {
        return server.getPort();
    }

    String address() {
        return "127.0.0.1:" + port();
    }

    @Override
    public void close() {
        try {
            server.shutdownNow().awaitTermination();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private ServerServiceDefinition service() {
        return ServerServiceDefinition.builder(GcsMethods.SERVICE)
                .addMethod(
                        GcsMethods.STATE,
                        this.<GetClusterResourceStateRequest, GetClusterResourceStateReply>answer(
                                request -> GetClusterResourceStateReply.newBuilder()
                                        .setClusterResourceState(state)
                                        .build()))
                .addMethod(GcsMethods.DRAIN, this.<DrainNodeRequest, DrainNodeReply>answer(request -> drainReply))
                .addMethod(
                        GcsMethods.REPORT,
                        this.<ReportAutoscalingStateRequest, ReportAutoscalingStateReply>answer(
                                request -> ReportAutoscalingStateReply.getDefaultInstance()))
                .build();
    }

    private <Q, A> ServerCallHandler<Q, A> answer(Function<Q, A> reply) {
        return ServerCalls.asyncUnaryCall((request, observer) -> {
            received.add(request);
            if (silent) {
                return;
            }
            Status refuse = refusal;
            if (refuse != null) {
                observer.onError(new StatusRuntimeException(refuse));
                return;
            }
            observer.onNext(reply.apply(request));
            observer.onCompleted();
        });
    }

    private final class TokenRecorder implements ServerInterceptor {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            String token = headers.get(BearerToken.HEADER);
            tokens.add(token == null ? "" : token);
            return next.startCall(call, headers);
        }
    }
}
