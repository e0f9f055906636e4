package io.manta.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.testkit.CrashPoints;
import io.manta.testkit.Deaths;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A process that dies at any call to Google leaves what the next one completes, or removes without a trace. */
final class CrashTest {
    private static boolean dieInUp(int at, boolean done, Map<String, Object> settings) throws Exception {
        try (var world = new GcpWorld(settings)) {
            return Deaths.inUp(world, at, done);
        }
    }

    private static boolean dieInDown(int at, boolean done) throws Exception {
        try (var world = new GcpWorld()) {
            return Deaths.inDown(world, at, done);
        }
    }

    @Test
    void upCompletesAfterADeathAtAnyCallAndDownLeavesNothing() throws Exception {
        int tried = CrashPoints.every((at, done) -> dieInUp(at, done, Map.of()));
        System.out.println("GCP crash points of a cold up: " + tried);
        assertThat(tried).isGreaterThan(24);
    }

    @Test
    void theSameHoldsWhenTheRegionChoosesTheZone() throws Exception {
        int tried = CrashPoints.every((at, done) -> dieInUp(at, done, Map.of("availability_zone", "")));
        System.out.println("GCP crash points of a cold up in a region: " + tried);
        assertThat(tried).isGreaterThan(24);
    }

    @Test
    void downCompletesAfterADeathAtAnyCall() throws Exception {
        int tried = CrashPoints.every(CrashTest::dieInDown);
        System.out.println("GCP crash points of down: " + tried);
        assertThat(tried).isGreaterThan(24);
    }
}
