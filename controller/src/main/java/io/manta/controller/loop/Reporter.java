package io.manta.controller.loop;

import io.manta.controller.status.DemandReport;
import io.manta.controller.status.StatusReport;
import io.manta.controller.status.StatusReport.NodeLine;
import io.manta.controller.status.StatusReport.PausedLine;
import io.manta.controller.status.StatusReport.Usage;
import io.manta.core.book.NodeBook;
import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.core.plan.Plan;
import io.manta.core.schedule.ImplicitResources;
import io.manta.core.setup.SetupProgress;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.AutoscalerReport;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.LabelSelector;
import io.manta.spi.ray.RayCluster;
import io.manta.spi.ray.RayNode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Puts what is known into the two reports: ours for people, and Ray's own. */
final class Reporter {
    private final Ports ports;
    private final Memory memory;
    private final WorkBook work;

    Reporter(Ports ports, Memory memory, WorkBook work) {
        this.ports = ports;
        this.memory = memory;
        this.work = work;
    }

    StatusReport report(
            ClusterConfig config,
            NodeBook book,
            Optional<RayCluster.State> state,
            Plan plan,
            Optional<Machine> head,
            Instant now) {
        Optional<RayLink.Address> address = head.map(ports.ray()::address);
        Demand demand = state.map(RayCluster.State::demand).orElse(Demand.NONE);
        var prices = new PricedNodes(config, ports.provider());
        List<NodeLine> nodes =
                book.list().stream().map(node -> line(node, plan, prices)).toList();
        boolean running = book.list().stream().anyMatch(n -> n.isHead() && n.state() == NodeState.RUNNING);
        return new StatusReport(
                config.name(),
                config.provider().type(),
                now,
                running ? "running" : "starting",
                ProcessHandle.current().pid(),
                address.map(RayLink.Address::gcsAddress).orElse(""),
                address.map(RayLink.Address::dashboardUrl).orElse(""),
                state.isPresent(),
                nodes,
                usage(state),
                DemandText.lines(demand),
                plan.unmet().stream().map(u -> PricedNodes.unmet(u, demand)).toList(),
                memory.recentFailures(),
                memory.cooldowns().pausedTypes().entrySet().stream()
                        .map(e -> new PausedLine(
                                e.getKey(), e.getValue().until(), e.getValue().reason()))
                        .toList(),
                prices.setting(state.map(RayCluster.State::sessionName).orElse("")),
                DemandReport.of(demand),
                prices.skipped(memory.cooldowns(), now),
                prices.cost(nodes));
    }

    private NodeLine line(Node node, Plan plan, PricedNodes prices) {
        SetupProgress progress = work.settingUp.get(node.id());
        return new NodeLine(
                node.id().value(),
                node.role().tag(),
                node.type(),
                node.state().name().toLowerCase(Locale.ROOT),
                node.since(),
                node.machine().map(Machine::launchedAt).orElse(node.since()),
                node.machine().flatMap(Machine::internalAddress).orElse(""),
                progress == null ? "" : progress.toString(),
                plan.kept().getOrDefault(node.id(), node.detail()),
                memory.lastFailure(node.id()),
                prices.machine(node));
    }

    private static Map<String, Usage> usage(Optional<RayCluster.State> state) {
        var totals = new TreeMap<String, Usage>();
        for (RayNode node : state.map(RayCluster.State::nodes).orElse(List.of())) {
            if (!node.isAlive()) {
                continue;
            }
            for (String name : node.total().units().keySet()) {
                if (ImplicitResources.isImplicit(name)) {
                    continue;
                }
                double total = node.total().amount(name);
                double used = total - node.available().amount(name);
                totals.merge(
                        name, new Usage(used, total), (a, b) -> new Usage(a.used() + b.used(), a.total() + b.total()));
            }
        }
        return totals;
    }

    AutoscalerReport autoscalerReport(NodeBook book, RayCluster.State state, Plan plan, Instant now) {
        List<AutoscalerReport.Pending> pending = book.list().stream()
                .filter(node -> node.state().isComing())
                .map(node -> new AutoscalerReport.Pending(
                        node.type(),
                        node.id().value(),
                        node.machine().flatMap(Machine::internalAddress).orElse(""),
                        Optional.ofNullable(work.settingUp.get(node.id()))
                                .map(SetupProgress::toString)
                                .orElse(node.detail())))
                .toList();
        List<AutoscalerReport.Failed> failed = memory.recentFailures().stream()
                .map(f -> new AutoscalerReport.Failed(f.nodeType(), 1, f.what(), f.at(), f.at()))
                .toList();
        // Only what can never be served: Ray may cancel tasks that are reported infeasible.
        List<Demand.Request> requests = plan.unmet().stream()
                .filter(u -> u.permanent() && u.kind() == Plan.UnmetKind.REQUEST)
                .map(u -> state.demand().requests().get(u.index()))
                .toList();
        List<Demand.Gang> gangs = plan.unmet().stream()
                .filter(u -> u.permanent() && u.kind() == Plan.UnmetKind.GANG)
                .map(u -> state.demand().gangs().get(u.index()))
                .toList();
        return new AutoscalerReport(now.toEpochMilli(), pending, failed, requests, gangs);
    }

    /** Demand in Ray's own words. */
    private static final class DemandText {
        private DemandText() {}

        static List<String> lines(Demand demand) {
            var lines = new java.util.ArrayList<String>();
            demand.requests().forEach(r -> lines.add(shape(r) + ": " + r.count() + "+ pending tasks/actors"));
            demand.gangs().forEach(gang -> {
                var shapes = new TreeMap<String, Integer>();
                gang.bundles()
                        .forEach(b ->
                                shapes.merge(shape(b.shape()) + LabelSelector.words(b.selectors()), 1, Integer::sum));
                String bundles = String.join(
                        ", ",
                        shapes.entrySet().stream()
                                .map(e -> e.getKey() + " * " + e.getValue())
                                .toList());
                lines.add(bundles + " (" + gang.strategy() + "): 1+ pending placement groups");
            });
            demand.floor().forEach(r -> lines.add(shape(r) + ": " + r.count() + "+ from request_resources()"));
            return lines;
        }

        private static String shape(Demand.Request request) {
            return shape(request.shape()) + LabelSelector.words(request.selectors());
        }

        private static String shape(Resources resources) {
            return resources.units().keySet().stream()
                    .map(name -> "'" + name + "': " + resources.amount(name))
                    .collect(java.util.stream.Collectors.joining(", ", "{", "}"));
        }
    }
}
