package io.manta.ray;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.okhttp.OkHttpChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.manta.ray.wire.DrainNodeReply;
import io.manta.ray.wire.GetClusterResourceStateRequest;
import io.manta.ray.wire.InternalKVPutRequest;
import io.manta.spi.ray.AutoscalerReport;
import io.manta.spi.ray.RayCluster;
import io.manta.spi.ray.RayException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A Ray cluster reached through its GCS. Connects on the first call and again by itself; every call has a deadline and
 * fails at once while the head is not there. Safe from several threads.
 */
public final class GcsRayCluster implements RayCluster {
    /** How long one call may take unless told otherwise. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

    /** A state of ten thousand nodes is below a third of this. */
    private static final int MAX_REPLY_BYTES = 64 << 20;

    private final GcsAddress address;
    private final boolean sendsToken;
    private final Duration timeout;
    private final ManagedChannel channel;
    private final io.grpc.Channel calls;

    private GcsRayCluster(GcsAddress address, Optional<String> token, Duration timeout) {
        this.address = address;
        this.sendsToken = token.isPresent();
        this.timeout = timeout;
        this.channel = OkHttpChannelBuilder.forAddress(address.host(), address.port())
                .usePlaintext()
                .maxInboundMessageSize(MAX_REPLY_BYTES)
                // The head is ours: a proxy from the environment would only get between us.
                .proxyDetector(target -> null)
                .build();
        this.calls = token.<io.grpc.Channel>map(t -> ClientInterceptors.intercept(channel, new BearerToken(t)))
                .orElse(channel);
    }

    /**
     * @param address the GCS as {@code host:port}; nothing is sent yet
     * @param token what {@code RAY_AUTH_TOKEN_PATH} holds, when the head asks for one
     */
    public static GcsRayCluster connect(String address, Optional<String> token) throws RayException {
        return connect(address, token, DEFAULT_TIMEOUT);
    }

    /** As above, with the longest time a single call may take. */
    public static GcsRayCluster connect(String address, Optional<String> token, Duration timeout) throws RayException {
        return new GcsRayCluster(GcsAddress.parse(address), token, timeout);
    }

    @Override
    public State state() throws RayException, InterruptedException {
        var request = GetClusterResourceStateRequest.getDefaultInstance();
        var reply = call(GcsMethods.STATE, request, "read the cluster's state");
        return StateFromWire.state(reply.getClusterResourceState());
    }

    @Override
    public DrainReply drain(String rayId, DrainReason reason, String message, Optional<Instant> deadline)
            throws RayException, InterruptedException {
        var request = DrainToWire.request(rayId, reason, message, deadline);
        DrainNodeReply reply = call(GcsMethods.DRAIN, request, "drain node " + rayId);
        return new DrainReply(reply.getIsAccepted(), reply.getRejectionReasonMessage());
    }

    @Override
    public void report(AutoscalerReport report) throws RayException, InterruptedException {
        call(GcsMethods.REPORT, ReportToWire.request(report), "report to Ray");
    }

    @Override
    public void publish(String key, String value) throws RayException, InterruptedException {
        var request = InternalKVPutRequest.newBuilder()
                .setKey(ByteString.copyFromUtf8(key))
                .setValue(ByteString.copyFromUtf8(value))
                .setOverwrite(true)
                .build();
        call(GcsMethods.PUT, request, "publish " + key);
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }

    private <Q, A> A call(MethodDescriptor<Q, A> method, Q request, String doing)
            throws RayException, InterruptedException {
        var options = CallOptions.DEFAULT.withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS);
        try {
            return ClientCalls.blockingUnaryCall(calls, method, options, request);
        } catch (StatusRuntimeException e) {
            if (Thread.interrupted()) {
                throw (InterruptedException) new InterruptedException("while asking Ray").initCause(e);
            }
            reconnectSoon(e.getStatus());
            throw new RayException(GcsProblems.of(e.getStatus(), doing, address.toString(), sendsToken), e);
        }
    }

    /**
     * The channel would wait up to two minutes before it tries a head again that was away, and would keep a connection whose
     * other end silently vanished; callers have their own rhythm, so their next call starts afresh.
     */
    private void reconnectSoon(Status status) {
        if (status.getCode() == Status.Code.UNAVAILABLE) {
            channel.resetConnectBackoff();
        } else if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
            channel.enterIdle();
        }
    }
}
