package io.manta.ui.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Manta's own numbers, and through {@link RayMetrics} those that Ray's autoscaler exported. Fed with reports and events in the
 * shape in which they are written to disk.
 */
public final class DaemonMetrics {
    private static final double[] STEPS = {0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1200};
    private static final double[] ROUNDS = {0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30};

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final RayMetrics ray = new RayMetrics(registry);

    private final Counter rounds = counter("manta_rounds", "Rounds of the autoscaler's loop");
    private final Histogram round = histogram("manta_round_seconds", "Time of a round: look, plan, act", ROUNDS);
    private final Gauge reported = gauge("manta_report_timestamp_seconds", "When the last report was made");
    private final Gauge reachable = gauge("manta_ray_reachable", "Whether Ray answers: 1 or 0");
    private final Gauge nodes = gauge("manta_nodes", "Nodes by type and state", "node_type", "state");
    private final Gauge pending = gauge("manta_demand_pending", "Demand that waits for a place", "resource");
    private final Gauge unserved =
            gauge("manta_demand_unserved", "Demand that nothing serves or will serve", "resource");
    private final Gauge unmet = gauge("manta_demand_unserved_kinds", "Kinds of demand that nothing serves");
    private final Gauge paused = gauge("manta_node_type_paused", "Node types paused after failures", "node_type");
    private final Gauge skipped = gauge("manta_offers_skipped", "Offers not tried for a while", "node_type");
    private final Gauge perHour = gauge("manta_cost_dollars_per_hour", "Of machines whose price is known");
    private final Gauge spent = gauge("manta_cost_dollars_spent", "Since the cluster was brought up; an estimate");
    private final Gauge unpriced = gauge("manta_cost_unpriced_nodes", "Machines whose price is unknown");
    private final Counter launches = counter("manta_launches", "Machines made", "node_type");
    private final Counter launchFailures = counter("manta_launch_failures", "Failed launches", "node_type", "cause");
    private final Counter setupFailures = counter("manta_setup_failures", "Failed set-ups", "node_type");
    private final Counter ended = counter("manta_nodes_ended", "Nodes ended on purpose", "node_type", "cause");
    private final Histogram step = histogram("manta_setup_step_seconds", "Set-up steps", STEPS, "step");
    private final Histogram toCapacity = histogram(
            "manta_demand_to_capacity_seconds", "From the decision to launch to a node that has joined", STEPS);

    private final Map<String, Instant> asked = new HashMap<>();

    PrometheusRegistry registry() {
        return registry;
    }

    private Gauge gauge(String name, String help, String... labels) {
        return Gauge.builder().name(name).help(help).labelNames(labels).register(registry);
    }

    private Counter counter(String name, String help, String... labels) {
        return Counter.builder().name(name).help(help).labelNames(labels).register(registry);
    }

    private Histogram histogram(String name, String help, double[] bounds, String... labels) {
        return Histogram.builder()
                .name(name)
                .help(help)
                .classicOnly()
                .classicUpperBounds(bounds)
                .labelNames(labels)
                .register(registry);
    }

    /** After each round. */
    public synchronized void round(Map<String, Object> status, Duration took) {
        double seconds = took.toNanos() / 1e9;
        rounds.inc();
        round.observe(seconds);
        reported.set(Instant.parse(Fields.text(status, "at")).toEpochMilli() / 1000.0);
        reachable.set(Boolean.TRUE.equals(status.get("ray_reachable")) ? 1 : 0);
        nodes.clear();
        for (Map<String, Object> node : Fields.list(status, "nodes")) {
            nodes.labelValues(Fields.text(node, "type"), Fields.text(node, "state"))
                    .inc();
        }
        demand(status);
        paused.clear();
        Fields.list(status, "paused")
                .forEach(p -> paused.labelValues(Fields.text(p, "node_type")).set(1));
        skipped.clear();
        Fields.list(status, "skipped")
                .forEach(s -> skipped.labelValues(Fields.text(s, "node_type")).inc());
        Map<String, Object> cost = Fields.object(status.get("cost"));
        // An unknown price is not a number: better no sample than a zero.
        perHour.set(cost.get("per_hour") instanceof Number n ? n.doubleValue() : Double.NaN);
        spent.set(cost.get("spent") instanceof Number n ? n.doubleValue() : Double.NaN);
        unpriced.set(Fields.number(cost.get("unpriced_nodes")));
        ray.round(status, seconds);
    }

    private void demand(Map<String, Object> status) {
        var waiting = new TreeMap<String, Double>();
        Map<String, Object> demand = Fields.object(status.get("demand"));
        Fields.list(demand, "requests").forEach(ask -> Fields.add(waiting, ask));
        Fields.list(demand, "placement_groups")
                .forEach(group -> Fields.list(group, "bundles").forEach(ask -> Fields.add(waiting, ask)));
        pending.clear();
        waiting.forEach((name, amount) -> pending.labelValues(name).set(amount));
        var hopeless = new TreeMap<String, Double>();
        List<Map<String, Object>> left = Fields.list(status, "unmet");
        left.forEach(line -> Fields.object(line.get("resources"))
                .forEach((name, amount) -> hopeless.merge(name, Fields.number(amount), Double::sum)));
        unserved.clear();
        hopeless.forEach((name, amount) -> unserved.labelValues(name).set(amount));
        unmet.set(left.size());
    }

    /** As each event is written. */
    public synchronized void event(Map<String, Object> event) {
        String type = Fields.text(event, "node_type");
        String node = Fields.text(event, "node");
        Map<String, Object> details = Fields.object(event.get("details"));
        Instant at = Instant.parse(Fields.text(event, "at"));
        switch (Fields.text(event, "type")) {
            case "NODE_REQUESTED" -> asked.put(node, at);
            case "NODE_LAUNCHED" -> launches.labelValues(type).inc();
            case "LAUNCH_FAILED" ->
                launchFailures.labelValues(type, Fields.text(details, "kind")).inc();
            case "SETUP_FAILED" -> setupFailures.labelValues(type).inc();
            case "NODE_TERMINATING" ->
                ended.labelValues(type, Fields.text(details, "cause")).inc();
            case "NODE_GONE" -> asked.remove(node);
            case "STEP_FINISHED" -> step(Fields.text(event, "message"), details.get("took_ms"));
            case "NODE_JOINED" -> {
                Instant from = asked.remove(node);
                if (from != null) {
                    toCapacity.observe(Duration.between(from, at).toMillis() / 1000.0);
                }
            }
            default -> {}
        }
        ray.event(Fields.text(event, "type"), node, at, details);
    }

    private void step(String message, @Nullable Object took) {
        int slash = message.indexOf('/');
        if (took != null && message.startsWith("[") && slash == 2) {
            step.labelValues(message.substring(1, 2)).observe(Double.parseDouble(took.toString()) / 1000);
        }
    }
}
