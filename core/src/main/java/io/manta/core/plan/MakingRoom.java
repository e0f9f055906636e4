package io.manta.core.plan;

import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.core.schedule.DemandScheduler;
import io.manta.core.schedule.Schedule;
import io.manta.core.schedule.SchedulingProblem;
import io.manta.core.schedule.SchedulingProblem.Host;
import io.manta.core.schedule.SchedulingProblem.Stock;
import io.manta.spi.model.NodeId;
import io.manta.spi.ray.RayNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Where limits leave demand over: idle nodes are ended when others, launched in their place, serve more of it. Fewer pieces
 * left over is worth an idle node whatever its successor costs; price decides only between plans that serve the same.
 *
 * <p>Each exchange must leave strictly less over, also once the new nodes are there, and a node is never exchanged for one
 * of its own type. So under the same demand exchanges come to an end, and two types cannot take turns.
 */
final class MakingRoom {
    private final DemandScheduler scheduler;
    private final Growth growth;
    private final SchedulingProblem problem;
    private final Schedule schedule;
    /** The problem once nodes that are already on their way out have gone. */
    private final SchedulingProblem base;

    private final Schedule baseSchedule;

    MakingRoom(DemandScheduler scheduler, Growth growth, Triage triage, SchedulingProblem problem, Schedule schedule) {
        this.scheduler = scheduler;
        this.growth = growth;
        this.problem = problem;
        this.schedule = schedule;
        List<Node> departing = triage.leaving.stream()
                .filter(n -> !n.isHead() && isDeparting(n))
                .toList();
        boolean roomComes = !departing.isEmpty() && leavesAnythingPossible(schedule);
        base = roomComes ? growth.after(problem, departing) : problem;
        baseSchedule = roomComes ? scheduler.schedule(base) : schedule;
    }

    private static boolean isDeparting(Node node) {
        return node.state() == NodeState.DRAINING
                || node.isInterrupted()
                || node.ray()
                        .filter(r -> r.status() != RayNode.RayStatus.RUNNING)
                        .isPresent();
    }

    /** Whether these nodes can go: what is pending is served no worse without them, at no more expense where it is served alike. */
    boolean canSpare(Set<String> gone) {
        if (problem.demand().isEmpty()) {
            return true;
        }
        var without = scheduler.schedule(growth.without(base, gone));
        return without.servesMoreThan(baseSchedule)
                || (!baseSchedule.servesMoreThan(without)
                        && without.price(problem.stock()) <= baseSchedule.price(problem.stock()) + 1e-9);
    }

    /** Nodes that the schedule uses and that should go all the same, because their successors serve more. */
    Set<String> exchanged() {
        if (!growth.launches.isEmpty() || !leavesAnythingPossible(baseSchedule)) {
            return Set.of();
        }
        Set<String> used = DefaultPlanner.needed(baseSchedule);
        Set<String> spares = ids(Host::spare);
        Set<String> unused = spares.stream().filter(id -> !used.contains(id)).collect(Collectors.toSet());
        if (unused.size() == spares.size()) {
            return Set.of();
        }
        Schedule least = unused.isEmpty() ? baseSchedule : without(unused);
        var tries = new ArrayList<Set<String>>(List.of(spares));
        var types = new HashSet<String>();
        problem.hosts().stream()
                .filter(h -> h.spare() && used.contains(h.id()) && types.add(h.type()))
                .forEach(h -> tries.add(plus(unused, h.id())));
        return tries.stream()
                .map(gone -> exchange(gone, used, least))
                .filter(gone -> !gone.isEmpty())
                .findFirst()
                .orElse(Set.of());
    }

    private static Set<String> plus(Set<String> ids, String one) {
        var out = new HashSet<>(ids);
        out.add(one);
        return out;
    }

    /** As many of these as go for good, empty when that would serve no more. */
    private Set<String> exchange(Set<String> candidates, Set<String> used, Schedule least) {
        var gone = new HashSet<>(candidates);
        for (Schedule then = without(gone); !gone.isEmpty() && then.servesMoreThan(least); then = without(gone)) {
            Set<String> boughtAgain = boughtAgain(gone, used, then);
            if (boughtAgain.isEmpty()) {
                return holds(gone, then, least) ? gone : Set.of();
            }
            gone.removeAll(boughtAgain);
        }
        return Set.of();
    }

    private Schedule without(Set<String> gone) {
        return scheduler.schedule(growth.without(base, gone));
    }

    /** Of the nodes to go, those whose like would be launched: they may as well stay, the used ones before the others. */
    private Set<String> boughtAgain(Set<String> gone, Set<String> used, Schedule then) {
        var counts = new HashMap<>(then.launches());
        return problem.hosts().stream()
                .filter(h -> gone.contains(h.id()))
                .sorted(Comparator.<Host, Boolean>comparing(h -> !used.contains(h.id()))
                        .thenComparing(Host::id))
                .filter(h -> counts.merge(h.type(), -1, Integer::sum) >= 0)
                .map(Host::id)
                .collect(Collectors.toSet());
    }

    /** Whether the scheduler, once the new nodes are there, really leaves less over. */
    private boolean holds(Set<String> gone, Schedule then, Schedule least) {
        var hosts = new ArrayList<Host>();
        problem.hosts().stream().filter(h -> !gone.contains(h.id())).forEach(hosts::add);
        Map<String, Stock> stock = problem.stock().stream().collect(Collectors.toMap(Stock::type, s -> s));
        then.launches().forEach((type, count) -> {
            Stock s = stock.get(type);
            for (int i = 0; s != null && i < count; i++) {
                hosts.add(
                        new Host("successor-" + type + "-" + i, type, s.resources(), s.resources(), s.labels(), true));
            }
        });
        var after = new SchedulingProblem(hosts, problem.stock(), 0, problem.demand(), problem.rules());
        return scheduler.schedule(after).servesMoreThan(least);
    }

    /**
     * What is served once nodes have gone that are on their way out, and what once idle ones have gone.
     *
     * @param idle nodes that go sooner or later if nothing needs them
     */
    List<Prospect> prospects(Set<NodeId> idle) {
        if (!leavesAnythingPossible(schedule)) {
            return List.of();
        }
        var prospects = new ArrayList<Prospect>();
        if (baseSchedule.servesMoreThan(schedule)) {
            prospects.add(new Prospect(baseSchedule, "a draining node is terminated"));
        }
        Set<String> gone = idle.stream().map(NodeId::value).collect(Collectors.toSet());
        if (!gone.isEmpty() && !baseSchedule.isComplete()) {
            Schedule then = without(gone);
            gone.removeAll(boughtAgain(gone, DefaultPlanner.needed(baseSchedule), then));
            String types = problem.hosts().stream()
                    .filter(h -> gone.contains(h.id()))
                    .map(Host::type)
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining(" or "));
            if (!types.isEmpty() && then.servesMoreThan(baseSchedule)) {
                prospects.add(new Prospect(then, "an idle node of type " + types + " is terminated"));
            }
        }
        return prospects;
    }

    /** Whether some type that can be had would serve some of what is left over, were there room for it. */
    private boolean leavesAnythingPossible(Schedule left) {
        if (left.isComplete()) {
            return false;
        }
        var demand = problem.demand();
        return left.requests().keySet().stream()
                        .map(demand.requests()::get)
                        .anyMatch(r -> growth.canBeHad(r.shape(), r.selectors()))
                || left.floor().keySet().stream()
                        .map(demand.floor()::get)
                        .anyMatch(r -> growth.canBeHad(r.shape(), r.selectors()))
                || left.gangs().stream()
                        .map(demand.gangs()::get)
                        .anyMatch(g -> g.bundles().stream().allMatch(b -> growth.canBeHad(b.shape(), b.selectors())));
    }

    private Set<String> ids(Predicate<Host> which) {
        return problem.hosts().stream().filter(which).map(Host::id).collect(Collectors.toSet());
    }
}
