package io.manta.ray;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.MessageLite;
import io.grpc.Status;
import io.manta.ray.wire.ClusterResourceState;
import io.manta.ray.wire.DrainNodeReason;
import io.manta.ray.wire.DrainNodeReply;
import io.manta.ray.wire.DrainNodeRequest;
import io.manta.ray.wire.NodeState;
import io.manta.ray.wire.ReportAutoscalingStateRequest;
import io.manta.spi.ray.AutoscalerReport;
import io.manta.spi.ray.RayCluster.DrainReason;
import io.manta.spi.ray.RayCluster.DrainReply;
import io.manta.spi.ray.RayException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client against {@link FakeGcs}, over real sockets. */
class GcsRayClusterTest {
    private static final String ID = "0a".repeat(28);

    private FakeGcs gcs;

    @BeforeEach
    void start() throws Exception {
        gcs = FakeGcs.start();
    }

    @AfterEach
    void stop() throws Exception {
        gcs.close();
    }

    private GcsRayCluster connect() throws RayException {
        return GcsRayCluster.connect(gcs.address(), Optional.empty());
    }

    @Test
    void readsTheState() throws Exception {
        gcs.state = ClusterResourceState.newBuilder()
                .setClusterSessionName("session_1")
                .addNodeStates(NodeState.newBuilder().setInstanceId("w-1"))
                .build();
        try (var ray = connect()) {
            var state = ray.state();
            assertThat(state.sessionName()).isEqualTo("session_1");
            assertThat(state.nodes())
                    .singleElement()
                    .satisfies(n -> assertThat(n.instanceId()).isEqualTo("w-1"));
        }
    }

    @Test
    void neverSaysWhichVersionItSawLast() throws Exception {
        try (var ray = connect()) {
            ray.state();
            ray.state();
        }
        // An unknown field would be kept and counted, so an empty message had an empty encoding.
        assertThat(gcs.received)
                .hasSize(2)
                .allSatisfy(
                        r -> assertThat(((MessageLite) r).getSerializedSize()).isZero());
    }

    @Test
    void readsStatesLargerThanTheUsualLimit() throws Exception {
        var many = ClusterResourceState.newBuilder();
        for (int i = 0; i < 10_000; i++) {
            many.addNodeStates(NodeState.newBuilder().setInstanceId("w-" + i).putLabels("filler", "x".repeat(1000)));
        }
        gcs.state = many.build();
        assertThat(gcs.state.getSerializedSize()).isGreaterThan(8 << 20);
        try (var ray = connect()) {
            assertThat(ray.state().nodes()).hasSize(10_000);
        }
    }

    @Test
    void sendsTheTokenWithoutTheNewlineOfItsFile() throws Exception {
        try (var ray = GcsRayCluster.connect(gcs.address(), Optional.of("secret\n"))) {
            ray.state();
        }
        assertThat(gcs.tokens).containsExactly("Bearer secret");
        assertThat(new BearerToken("secret")).hasToString("Bearer ***");
    }

    @Test
    void drainsAndPassesOnTheAnswer() throws Exception {
        gcs.drainReply = DrainNodeReply.newBuilder()
                .setRejectionReasonMessage("no longer idle")
                .build();
        try (var ray = connect()) {
            var reply = ray.drain(ID, DrainReason.IDLE, "idle for 5 min", Optional.empty());
            assertThat(reply).isEqualTo(new DrainReply(false, "no longer idle"));
        }
        assertThat(gcs.received)
                .singleElement()
                .isInstanceOfSatisfying(
                        DrainNodeRequest.class,
                        r -> assertThat(r.getReason()).isEqualTo(DrainNodeReason.DRAIN_NODE_REASON_IDLE_TERMINATION));
    }

    @Test
    void reports() throws Exception {
        try (var ray = connect()) {
            ray.report(new AutoscalerReport(7, List.of(), List.of(), List.of(), List.of()));
        }
        assertThat(gcs.received)
                .singleElement()
                .isInstanceOfSatisfying(
                        ReportAutoscalingStateRequest.class,
                        r -> assertThat(r.getAutoscalingState().getAutoscalerStateVersion())
                                .isEqualTo(7));
    }

    @Test
    void saysThatNobodyAnswers() throws Exception {
        String address = gcs.address();
        gcs.close();
        try (var ray = GcsRayCluster.connect(address, Optional.empty())) {
            var failure = catchThrowableOfType(RayException.class, ray::state);
            assertThat(failure.problem().code()).isEqualTo("RAY-UNREACHABLE");
            assertThat(failure.problem().what()).contains(address);
            assertThat(failure.problem().why()).contains("refused");
        }
    }

    @Test
    void comesBackWithTheHeadInsteadOfBackingOffForMinutes() throws Exception {
        int port = gcs.port();
        try (var ray = connect()) {
            ray.state();
            gcs.close();
            assertThatThrownBy(ray::state).isInstanceOf(RayException.class);
            assertThatThrownBy(ray::state).isInstanceOf(RayException.class);
            gcs = FakeGcs.startOn(port);
            // The channel's own back-off begins at no less than 800 ms.
            assertThat(succeedsWithin(ray, Duration.ofMillis(600))).isTrue();
        }
    }

    private static boolean succeedsWithin(GcsRayCluster ray, Duration limit) throws InterruptedException {
        Instant end = Instant.now().plus(limit);
        while (Instant.now().isBefore(end)) {
            try {
                ray.state();
                return true;
            } catch (RayException e) {
                Thread.onSpinWait();
            }
        }
        return false;
    }

    @Test
    void saysThatAnAnswerTookTooLongAndAsksAgain() throws Exception {
        gcs.silent = true;
        try (var ray = GcsRayCluster.connect(gcs.address(), Optional.empty(), Duration.ofMillis(300))) {
            var failure = catchThrowableOfType(RayException.class, ray::state);
            assertThat(failure.problem().code()).isEqualTo("RAY-TIMEOUT");
            gcs.silent = false;
            assertThat(succeedsWithin(ray, Duration.ofSeconds(2))).isTrue();
        }
    }

    @Test
    void saysThatATokenIsMissing() throws Exception {
        gcs.refusal = Status.UNAUTHENTICATED.withDescription("InvalidAuthToken");
        try (var ray = connect()) {
            var failure = catchThrowableOfType(RayException.class, ray::state);
            assertThat(failure.problem().code()).isEqualTo("RAY-AUTH");
            assertThat(failure.problem().fix()).contains("RAY_AUTH_TOKEN_PATH");
        }
    }

    @Test
    void saysThatARayIsTooOld() throws Exception {
        try (var old = FakeGcs.withoutAutoscalerService();
                var ray = GcsRayCluster.connect(old.address(), Optional.empty())) {
            var failure = catchThrowableOfType(RayException.class, ray::state);
            assertThat(failure.problem().code()).isEqualTo("RAY-VERSION");
        }
    }

    @Test
    void canBeInterrupted() throws Exception {
        gcs.silent = true;
        try (var ray = connect()) {
            var ended = new CompletableFuture<Throwable>();
            var asker = Thread.startVirtualThread(() -> {
                try {
                    ray.state();
                } catch (Throwable t) {
                    ended.complete(t);
                }
            });
            asker.interrupt();
            assertThat(ended.get(5, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        }
    }

    @Test
    void refusesAnAddressThatIsNone() {
        for (String bad : List.of("", "host", "host:", "host:0", "host:70000", ":6379", "host:x", "::1:6379")) {
            var failure = catchThrowableOfType(RayException.class, () -> GcsRayCluster.connect(bad, Optional.empty()));
            assertThat(failure).as(bad).isNotNull();
            assertThat(failure.problem().code()).isEqualTo("RAY-ADDRESS");
        }
    }

    @Test
    void readsAddressesOfBothFamilies() throws Exception {
        assertThat(GcsAddress.parse("10.0.0.4:6379")).isEqualTo(new GcsAddress("10.0.0.4", 6379));
        assertThat(GcsAddress.parse("[::1]:6379")).isEqualTo(new GcsAddress("::1", 6379));
        assertThat(GcsAddress.parse("[::1]:6379")).hasToString("[::1]:6379");
    }
}
