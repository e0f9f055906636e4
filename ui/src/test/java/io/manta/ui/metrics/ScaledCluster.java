package io.manta.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The metrics of a cluster that grew, failed a launch and set nodes up. */
final class ScaledCluster {
    final DaemonMetrics metrics = new DaemonMetrics();
    private int rounds;

    int rounds() {
        return rounds;
    }

    void scale() {
        rounds++;
        metrics.round(status(), Duration.ofMillis(20));
        for (String node : List.of("a", "b")) {
            event("2026-11-15T10:00:00Z", "NODE_REQUESTED", node, Map.of());
            event("2026-11-15T10:00:07Z", "NODE_LAUNCHED", node, Map.of());
        }
        event("2026-11-15T10:00:20Z", "STEP_FINISHED", "a", Map.of("took_ms", "4000"));
        event("2026-11-15T10:00:40Z", "NODE_JOINED", "a", Map.of());
        event("2026-11-15T10:00:41Z", "LAUNCH_FAILED", "", Map.of("kind", "NO_CAPACITY", "nodes", "x y"));
        event("2026-11-15T10:00:42Z", "SETUP_FAILED", "b", Map.of());
        event("2026-11-15T10:00:43Z", "DRAIN_REFUSED", "a", Map.of());
        event("2026-11-15T10:00:44Z", "NODE_TERMINATING", "b", Map.of("cause", "SETUP_FAILED"));
        event("2026-11-15T10:00:45Z", "NODE_GONE", "b", Map.of());
    }

    private void event(String at, String type, String node, Map<String, Object> details) {
        metrics.event(Map.of(
                "at", at, "type", type, "node", node, "node_type", "cpu", "message", "[6/7] x", "details", details));
    }

    private static Map<String, Object> status() {
        var map = new LinkedHashMap<String, Object>();
        map.put("at", Instant.now().toString());
        map.put("ray_session", "session_1");
        map.put("ray_reachable", true);
        map.put(
                "nodes",
                List.of(
                        Map.of("type", "cpu", "state", "running", "role", "worker"),
                        Map.of("type", "cpu", "state", "booting", "role", "worker")));
        map.put("node_types", List.of(Map.of("name", "cpu", "resources", Map.of("CPU", 4.0))));
        map.put("usage", Map.of("CPU", Map.of("used", 1.0, "total", 8.0)));
        map.put("demand", Map.of("requests", List.of(Map.of("resources", Map.of("CPU", 2.0), "count", 5))));
        map.put("unmet", List.of(Map.of("resources", Map.of("GPU", 8.0))));
        map.put("paused", List.of(Map.of("node_type", "gpu")));
        map.put("skipped", List.of(Map.of("node_type", "gpu")));
        map.put("failures", List.of(Map.of("node_type", "cpu")));
        map.put("cost", Map.of("per_hour", 0.5, "spent", 1.5, "unpriced_nodes", 0));
        return map;
    }
}
