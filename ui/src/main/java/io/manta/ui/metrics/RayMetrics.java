package io.manta.ui.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The names, types and labels that Ray's own autoscaler exports, so that dashboards made for it fill again. What Manta does not
 * have (recoveries by restarting Ray from outside) stays zero.
 */
final class RayMetrics {
    private static final double[] LAUNCH = {
        5, 10, 20, 30, 45, 60, 90, 120, 180, 240, 300, 360, 480, 600, 720, 900, 1200, 1500, 1800
    };
    private static final double[] ROUND = {0.01, 0.1, 1, 10, 100, 1000};
    private static final Set<String> COMING = Set.of("requested", "booting", "setting_up");
    private static final Set<String> ACTIVE = Set.of("running", "draining");

    private final PrometheusRegistry registry;
    private final Gauge active;
    private final Gauge pending;
    private final Gauge recentlyFailed;
    private final Gauge resources;
    private final Gauge pendingResources;
    private final Gauge updating;
    private final Gauge workers;
    private final Counter started;
    private final Counter stopped;
    private final Counter failedCreates;
    private final Counter failedUpdates;
    private final Counter updates;
    private final Counter launchErrors;
    private final Counter drainErrors;
    private final Histogram create;
    private final Histogram update;
    private final Histogram round;

    private final Map<String, Instant> asked = new HashMap<>();
    private final Map<String, Instant> launched = new HashMap<>();
    private String session = "";

    RayMetrics(PrometheusRegistry registry) {
        this.registry = registry;
        active = gauge("active_nodes", "Nodes on which Ray runs", "NodeType");
        pending = gauge("pending_nodes", "Nodes launching, or whose Ray is not up yet", "NodeType");
        recentlyFailed = gauge("recently_failed_nodes", "Launches and set-ups that failed lately", "NodeType");
        resources = gauge("cluster_resources", "Resources of nodes on which Ray runs", "resource");
        pendingResources = gauge("pending_resources", "Resources of nodes on the way", "resource");
        updating = gauge("updating_nodes", "Nodes being set up");
        workers = gauge("running_workers_nodes", "Workers on which Ray runs");
        gauge("recovering_nodes", "Always 0: Manta replaces instead")
                .labelValues(session)
                .set(0);
        started = counter("started_nodes", "Machines made");
        stopped = counter("stopped_nodes", "Nodes gone");
        failedCreates = counter("failed_create_nodes", "Machines that could not be made");
        failedUpdates = counter("failed_updates", "Set-ups that failed");
        updates = counter("successful_updates", "Set-ups after which the node joined");
        launchErrors = counter("node_launch_exceptions", "Calls for machines that failed");
        drainErrors = counter("drain_node_exceptions", "Drains that Ray refused");
        for (String name : new String[] {
            "failed_recoveries",
            "successful_recoveries",
            "update_loop_exceptions",
            "reset_exceptions",
            "config_validation_exceptions"
        }) {
            counter(name, "Always 0: Manta has no such event").labelValues(session);
        }
        create = histogram("worker_create_node_time_seconds", "From the request to the machine", LAUNCH);
        update = histogram("worker_update_time_seconds", "From the machine to the node that has joined", LAUNCH);
        round = histogram("update_time_seconds", "Time of a round", ROUND);
    }

    private Gauge gauge(String name, String help, String... labels) {
        return Gauge.builder()
                .name("autoscaler_" + name)
                .help(help)
                .labelNames(withSession(labels))
                .register(registry);
    }

    private Counter counter(String name, String help) {
        return Counter.builder()
                .name("autoscaler_" + name)
                .help(help)
                .labelNames("SessionName")
                .register(registry);
    }

    private Histogram histogram(String name, String help, double[] bounds) {
        return Histogram.builder()
                .name("autoscaler_" + name)
                .help(help)
                .classicOnly()
                .classicUpperBounds(bounds)
                .labelNames("SessionName")
                .register(registry);
    }

    private static String[] withSession(String... labels) {
        var all = new String[labels.length + 1];
        all[0] = "SessionName";
        System.arraycopy(labels, 0, all, 1, labels.length);
        return all;
    }

    void round(Map<String, Object> status, double seconds) {
        session = Fields.text(status, "ray_session");
        round.labelValues(session).observe(seconds);
        var sizes = new HashMap<String, Map<String, Object>>();
        Fields.list(status, "node_types")
                .forEach(type -> sizes.put(Fields.text(type, "name"), Fields.object(type.get("resources"))));
        active.clear();
        pending.clear();
        int updatingNow = 0;
        int workersNow = 0;
        var coming = new TreeMap<String, Double>();
        for (Map<String, Object> node : Fields.list(status, "nodes")) {
            String type = Fields.text(node, "type");
            String state = Fields.text(node, "state");
            // Both series exist for each type, so that a sum over them never lacks one.
            active.labelValues(session, type).inc(ACTIVE.contains(state) ? 1 : 0);
            pending.labelValues(session, type).inc(COMING.contains(state) ? 1 : 0);
            updatingNow += state.equals("setting_up") ? 1 : 0;
            workersNow += ACTIVE.contains(state) && Fields.text(node, "role").equals("worker") ? 1 : 0;
            if (COMING.contains(state)) {
                sizes.getOrDefault(type, Map.of())
                        .forEach((name, amount) -> coming.merge(name, Fields.number(amount), Double::sum));
            }
        }
        updating.labelValues(session).set(updatingNow);
        workers.labelValues(session).set(workersNow);
        recentlyFailed.clear();
        Fields.list(status, "failures")
                .forEach(f -> recentlyFailed
                        .labelValues(session, Fields.text(f, "node_type"))
                        .inc());
        resources.clear();
        pendingResources.clear();
        Fields.object(status.get("usage")).forEach((name, usage) -> {
            resources
                    .labelValues(session, name)
                    .set(Fields.number(Fields.object(usage).get("total")));
            pendingResources.labelValues(session, name).set(0);
        });
        coming.forEach(
                (name, amount) -> pendingResources.labelValues(session, name).set(amount));
    }

    void event(String type, String node, Instant at, Map<String, Object> details) {
        switch (type) {
            case "NODE_REQUESTED" -> asked.put(node, at);
            case "NODE_LAUNCHED" -> {
                started.labelValues(session).inc();
                observe(create, asked.remove(node), at);
                launched.put(node, at);
            }
            case "LAUNCH_FAILED" -> {
                launchErrors.labelValues(session).inc();
                String nodes = Fields.text(details, "nodes");
                failedCreates.labelValues(session).inc(nodes.isEmpty() ? 1 : nodes.split(" ", -1).length);
            }
            case "SETUP_FAILED" -> failedUpdates.labelValues(session).inc();
            case "DRAIN_REFUSED" -> drainErrors.labelValues(session).inc();
            case "NODE_JOINED" -> {
                updates.labelValues(session).inc();
                observe(update, launched.remove(node), at);
            }
            case "NODE_GONE" -> {
                stopped.labelValues(session).inc();
                asked.remove(node);
                launched.remove(node);
            }
            default -> {}
        }
    }

    private void observe(Histogram histogram, @Nullable Instant from, Instant to) {
        if (from != null) {
            histogram.labelValues(session).observe(Duration.between(from, to).toMillis() / 1000.0);
        }
    }
}
