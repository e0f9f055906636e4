package io.manta.controller.history;

import io.manta.controller.status.StatusReport;
import io.manta.controller.status.StatusReport.NodeLine;
import io.manta.controller.status.StatusReport.UnmetLine;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * A cluster at one moment, in numbers.
 *
 * @param nodes per node type, how many are in each of {@link #STATES}
 * @param resources per resource: in use, there, waiting for a place, waiting without hope
 */
public record Sample(
        Instant at,
        Map<String, int[]> nodes,
        Map<String, double[]> resources,
        OptionalDouble perHour,
        OptionalDouble spent) {
    /** What nodes are counted by. */
    public static final List<String> STATES =
            List.of("asked", "booting", "setting_up", "running", "idle", "draining", "other");

    private static final int USED = 0;
    private static final int TOTAL = 1;
    private static final int PENDING = 2;
    private static final int UNSERVED = 3;

    public static Sample of(StatusReport report) {
        var nodes = new TreeMap<String, int[]>();
        for (NodeLine node : report.nodes()) {
            nodes.computeIfAbsent(node.type(), _ -> new int[STATES.size()])[state(node)]++;
        }
        var resources = new TreeMap<String, double[]>();
        report.usage().forEach((name, usage) -> {
            if (!name.startsWith("node:")) {
                double[] row = row(resources, name);
                row[USED] = usage.used();
                row[TOTAL] = usage.total();
            }
        });
        report.demand().pending().forEach((name, amount) -> row(resources, name)[PENDING] = amount);
        for (UnmetLine unmet : report.unmet()) {
            unmet.resources().forEach((name, amount) -> row(resources, name)[UNSERVED] += amount);
        }
        return new Sample(
                report.at(),
                nodes,
                resources,
                report.cost().perHour(),
                report.cost().spent());
    }

    private static double[] row(Map<String, double[]> resources, String name) {
        return resources.computeIfAbsent(name, _ -> new double[4]);
    }

    private static int state(NodeLine node) {
        return switch (node.state()) {
            case "requested" -> 0;
            case "booting" -> 1;
            case "setting_up" -> 2;
            case "running" -> node.machine().idleSeconds() > 0 ? 4 : 3;
            case "draining" -> 5;
            default -> 6;
        };
    }
}
