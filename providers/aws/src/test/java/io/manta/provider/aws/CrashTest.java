package io.manta.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.testkit.CrashPoints;
import io.manta.testkit.Deaths;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A process that dies at any call to AWS leaves what the next one completes, or removes without a trace. */
final class CrashTest {
    private static final int SIDE_BY_SIDE = 4;

    private static boolean dieInUp(int at, boolean done, Map<String, Object> settings) throws Exception {
        try (var world = new AwsWorld(settings)) {
            return Deaths.inUp(world, at, done);
        }
    }

    private static boolean dieInDown(int at, boolean done) throws Exception {
        try (var world = new AwsWorld()) {
            return Deaths.inDown(world, at, done);
        }
    }

    @Test
    void upCompletesAfterADeathAtAnyCallAndDownLeavesNothing() throws Exception {
        int tried = CrashPoints.every(SIDE_BY_SIDE, (at, done) -> dieInUp(at, done, Map.of()));
        System.out.println("AWS crash points of a cold up: " + tried);
        assertThat(tried).isGreaterThan(20);
    }

    @Test
    void theSameHoldsWhenANetworkIsMade() throws Exception {
        Map<String, Object> network = Map.of("vpc", "make", "placement_group", "cluster");
        int tried = CrashPoints.some(4, (at, done) -> dieInUp(at, done, network));
        System.out.println("AWS crash points of a cold up with a network of its own: " + tried);
        assertThat(tried).isGreaterThan(6);
    }

    @Test
    void downCompletesAfterADeathAtAnyCall() throws Exception {
        int tried = CrashPoints.every(SIDE_BY_SIDE, CrashTest::dieInDown);
        System.out.println("AWS crash points of down: " + tried);
        assertThat(tried).isGreaterThan(20);
    }
}
