package io.manta.controller.status;

import io.manta.controller.status.DemandReport.Ask;
import io.manta.controller.status.StatusReport.Cost;
import io.manta.controller.status.StatusReport.FailureLine;
import io.manta.controller.status.StatusReport.MachineLine;
import io.manta.controller.status.StatusReport.NodeLine;
import io.manta.controller.status.StatusReport.SkippedLine;
import io.manta.controller.status.StatusReport.TypeLine;
import io.manta.controller.status.StatusReport.UnmetLine;
import io.manta.controller.status.StatusReport.Usage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reports as maps, with keys in the order in which people read them. */
final class StatusWriter {
    private StatusWriter() {}

    static Map<String, Object> map(StatusReport r) {
        var map = new LinkedHashMap<String, Object>();
        map.put("version", StatusFile.VERSION);
        map.put("cluster", r.cluster());
        map.put("provider", r.provider());
        map.put("region", r.setting().region());
        map.put("at", r.at().toString());
        map.put("phase", r.phase());
        map.put("daemon_pid", r.daemonPid());
        map.put("head_address", r.headAddress());
        map.put("dashboard_url", r.dashboardUrl());
        map.put("ray_reachable", r.rayReachable());
        map.put("ray_session", r.setting().raySession());
        map.put("cost", cost(r.cost()));
        map.put("nodes", r.nodes().stream().map(StatusWriter::node).toList());
        map.put(
                "node_types",
                r.setting().nodeTypes().stream().map(StatusWriter::type).toList());
        map.put("usage", usage(r.usage()));
        map.put("demands", r.demands());
        map.put("demand", demand(r.demand()));
        map.put("unmet", r.unmet().stream().map(StatusWriter::unmet).toList());
        map.put("failures", r.failures().stream().map(StatusWriter::failure).toList());
        map.put(
                "paused",
                r.paused().stream()
                        .map(p -> ordered(
                                "node_type", p.nodeType(), "until", p.until().toString(), "reason", p.reason()))
                        .toList());
        map.put("skipped", r.skipped().stream().map(StatusWriter::skipped).toList());
        return map;
    }

    private static Map<String, Object> ordered(Object... pairs) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i].toString(), pairs[i + 1]);
        }
        return map;
    }

    private static Map<String, Object> usage(Map<String, Usage> usage) {
        var map = new TreeMap<String, Object>();
        usage.forEach((name, u) -> map.put(name, ordered("used", u.used(), "total", u.total())));
        return map;
    }

    private static Map<String, Object> cost(Cost cost) {
        Map<String, Object> map = ordered("charged", cost.charged());
        cost.perHour().ifPresent(value -> map.put("per_hour", value));
        map.put("unpriced_nodes", cost.unpricedNodes());
        cost.spent().ifPresent(value -> map.put("spent", value));
        cost.since().ifPresent(value -> map.put("since", value.toString()));
        return map;
    }

    private static Map<String, Object> node(NodeLine n) {
        Map<String, Object> map = ordered(
                "id", n.id(),
                "role", n.role(),
                "type", n.type(),
                "state", n.state(),
                "since", n.since().toString(),
                "created_at", n.createdAt().toString(),
                "address", n.address(),
                "step", n.step(),
                "detail", n.detail());
        n.failure().ifPresent(f -> map.put("failure", failure(f)));
        MachineLine machine = n.machine();
        map.put("machine", machine.id());
        map.put("zone", machine.zone());
        map.put("market", machine.market());
        machine.pricePerHour().ifPresent(price -> map.put("price_per_hour", price));
        map.put("idle_seconds", machine.idleSeconds());
        map.put("resources", usage(machine.resources()));
        return map;
    }

    private static Map<String, Object> type(TypeLine t) {
        Map<String, Object> map = ordered(
                "name", t.name(),
                "resources", t.resources(),
                "min_workers", t.minWorkers(),
                "max_workers", t.maxWorkers());
        t.pricePerHour().ifPresent(price -> map.put("price_per_hour", price));
        return map;
    }

    private static Map<String, Object> demand(DemandReport d) {
        return ordered(
                "requests", asks(d.requests()),
                "placement_groups",
                        d.groups().stream()
                                .map(g -> ordered("id", g.id(), "strategy", g.strategy(), "bundles", asks(g.bundles())))
                                .toList(),
                "floor", asks(d.floor()));
    }

    private static List<Map<String, Object>> asks(List<Ask> asks) {
        return asks.stream()
                .map(a -> ordered("resources", a.resources(), "count", a.count()))
                .toList();
    }

    private static Map<String, Object> unmet(UnmetLine u) {
        return ordered(
                "what", u.what(),
                "reason", u.reason(),
                "kind", u.kind(),
                "count", u.count(),
                "permanent", u.permanent(),
                "resources", u.resources());
    }

    private static Map<String, Object> skipped(SkippedLine s) {
        return ordered(
                "node_type", s.nodeType(),
                "zone", s.zone(),
                "market", s.market(),
                "variant", s.variant(),
                "until", s.until().toString(),
                "reason", s.reason());
    }

    static Map<String, Object> failure(FailureLine f) {
        return ordered(
                "at", f.at().toString(),
                "node", f.node(),
                "node_type", f.nodeType(),
                "what", f.what(),
                "step", f.step(),
                "command", f.command(),
                "exit_code", f.exitCode(),
                "last_lines", f.lastLines(),
                "log", f.log());
    }
}
