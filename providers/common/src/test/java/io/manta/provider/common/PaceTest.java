package io.manta.provider.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class PaceTest {
    @Test
    void aBurstIsFreeAndWhatComesAfterWaitsItsTurn() {
        var pace = new Pace(new Pace.Rate(3, 2));
        for (int i = 0; i < 3; i++) {
            assertThat(pace.take(0)).isZero();
        }
        assertThat(TimeUnit.NANOSECONDS.toMillis(pace.take(0))).isEqualTo(500);
        assertThat(TimeUnit.NANOSECONDS.toMillis(pace.take(0))).isEqualTo(1000);
        assertThat(pace.take(TimeUnit.SECONDS.toNanos(10)))
                .as("the bucket is full again")
                .isZero();
    }

    @Test
    void pausesGrowAndAreBounded() throws Exception {
        var pause = new Pause(Duration.ofMillis(20), Duration.ofMillis(40));
        long begun = System.nanoTime();
        for (int i = 0; i < 4; i++) {
            pause.await();
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        assertThat(took).isGreaterThanOrEqualTo(Duration.ofMillis(20 + 40 + 40 + 40));
    }
}
