package io.manta.cli.simulate;

import io.manta.spi.model.Resources;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What the simulated cluster is asked to do, and how its cloud behaves.
 *
 * @param tick how often the loop looks
 * @param boot from the request to a node that has joined, set-up included
 * @param preemptionsPerHour how often a spot machine is taken away
 * @param capacity how many machines of a node type there are at most
 */
record LoadCurve(
        Duration duration,
        Duration tick,
        long seed,
        Duration boot,
        Duration stop,
        double setupFailures,
        double preemptionsPerHour,
        Map<String, Integer> capacity,
        List<Load> loads) {
    /** A kind of task. */
    sealed interface Load {
        Resources shape();

        Duration takes();
    }

    /** So many at one moment. */
    record Burst(Resources shape, Duration takes, Duration at, long count) implements Load {}

    /** A stream; between two points the rate changes evenly. */
    record Flow(Resources shape, Duration takes, List<Point> points) implements Load {
        double perMinute(Duration at) {
            Point before = points.getFirst();
            for (Point point : points) {
                if (point.at().compareTo(at) > 0) {
                    double whole = point.at().minus(before.at()).toMillis();
                    double part = Math.max(0, at.minus(before.at()).toMillis());
                    return whole == 0
                            ? point.perMinute()
                            : before.perMinute() + (point.perMinute() - before.perMinute()) * part / whole;
                }
                before = point;
            }
            return before.perMinute();
        }
    }

    record Point(Duration at, double perMinute) {}
}
