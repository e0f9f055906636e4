package io.manta.ray;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.ray.wire.DrainNodeReason;
import io.manta.spi.ray.RayCluster.DrainReason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DrainToWireTest {
    private static final String ID = "0b".repeat(28);

    @ParameterizedTest
    @EnumSource
    void alwaysGivesAReasonBecauseRayletsAbortWithout(DrainReason reason) {
        var request = DrainToWire.request(ID, reason, "", Optional.empty());
        assertThat(request.getReason())
                .isNotIn(DrainNodeReason.DRAIN_NODE_REASON_UNSPECIFIED, DrainNodeReason.UNRECOGNIZED);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE / 2, -1, 0})
    void neverSendsANegativeDeadlineAndKeepsAPastOneADeadline(long millis) {
        var request = DrainToWire.request(ID, DrainReason.PREEMPTION, "", Optional.of(Instant.ofEpochMilli(millis)));
        assertThat(request.getDeadlineTimestampMs()).isEqualTo(1);
    }

    @Test
    void staysWithinRangeForTheEndsOfTime() {
        for (Instant end : List.of(Instant.MIN, Instant.MAX)) {
            var request = DrainToWire.request(ID, DrainReason.PREEMPTION, "", Optional.of(end));
            assertThat(request.getDeadlineTimestampMs()).isPositive();
        }
    }

    @Test
    void carriesIdMessageAndDeadline() {
        var request =
                DrainToWire.request(ID, DrainReason.PREEMPTION, "spot notice", Optional.of(Instant.ofEpochMilli(1234)));
        assertThat(request.getNodeId().size()).isEqualTo(28);
        assertThat(request.getNodeId().byteAt(27)).isEqualTo((byte) 0x0b);
        assertThat(request.getReasonMessage()).isEqualTo("spot notice");
        assertThat(request.getDeadlineTimestampMs()).isEqualTo(1234);
        assertThat(DrainToWire.request(ID, DrainReason.IDLE, "", Optional.empty())
                        .getDeadlineTimestampMs())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0b", "zz", "not hex"})
    void refusesWhatIsNotARayId(String id) {
        assertThatThrownBy(() -> DrainToWire.request(id, DrainReason.IDLE, "", Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
