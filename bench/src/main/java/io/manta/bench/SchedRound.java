package io.manta.bench;

import io.manta.bench.SchedProblem.Existing;
import io.manta.bench.SchedProblem.Type;
import io.manta.bench.SchedProblem.Wanted;
import io.manta.core.schedule.DemandScheduler;
import io.manta.core.schedule.Schedule;
import io.manta.core.schedule.SchedulingProblem;
import io.manta.core.schedule.SchedulingProblem.Host;
import io.manta.core.schedule.SchedulingProblem.Rules;
import io.manta.core.schedule.SchedulingProblem.Stock;
import io.manta.spi.ray.Demand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One round as the problem format describes it: outdated nodes, minimum, limits, demand, idle nodes. Where limits are exceeded
 * nodes end even if they are busy, which the planner itself never does; demand goes to the same scheduler.
 */
final class SchedRound {
    record End(String id, String cause) {}

    /** @param added names of all launched nodes with their types, those for the minimum first */
    record Answer(Map<String, Integer> launch, List<End> terminate, Schedule schedule, Map<String, String> added) {}

    private final SchedProblem problem;
    private final List<End> ends = new ArrayList<>();
    private final List<Existing> alive = new ArrayList<>();
    private final Map<String, String> planned =
            new TreeMap<>(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));

    private SchedRound(SchedProblem problem) {
        this.problem = problem;
    }

    static Answer solve(SchedProblem problem, Demand demand, DemandScheduler scheduler) {
        return new SchedRound(problem).solve(demand, scheduler);
    }

    /** The demand as handed over: counted, or one by one when the problem says ungrouped. */
    static Demand demand(SchedProblem problem) {
        var requests = new ArrayList<Demand.Request>();
        for (Wanted wanted : problem.requests()) {
            long times = problem.grouped() ? 1 : wanted.count();
            long count = problem.grouped() ? wanted.count() : 1;
            for (long i = 0; i < times; i++) {
                requests.add(new Demand.Request(wanted.shape(), wanted.selectors(), count));
            }
        }
        var gangs = problem.gangs().stream()
                .map(g -> new Demand.Gang(g.id(), g.strategy(), g.bundles()))
                .toList();
        var floor = problem.floor().stream()
                .map(w -> new Demand.Request(w.shape(), w.selectors(), w.count()))
                .toList();
        return new Demand(requests, gangs, floor);
    }

    private Answer solve(Demand demand, DemandScheduler scheduler) {
        dropOutdated();
        planMinimum();
        problem.types().forEach(this::enforceTypeLimit);
        enforceClusterLimit();
        var schedule = scheduler.schedule(new SchedulingProblem(hosts(), stock(), room(), demand, Rules.AS_RAY));
        var added = new TreeMap<>(planned);
        schedule.assignments().stream()
                .filter(Schedule.Assignment::added)
                .forEach(a -> added.put(name(planned.size(), a.node()), a.type()));
        var launch = new TreeMap<String, Integer>();
        added.values().forEach(t -> launch.merge(t, 1, Integer::sum));
        endIdle(schedule, launch);
        return new Answer(launch, ends, schedule, added);
    }

    /** Added nodes are counted on after those planned for the minimum. */
    static String name(int planned, String node) {
        return node.startsWith("new-") ? "new-" + (planned + Integer.parseInt(node.substring(4))) : node.substring(1);
    }

    private void dropOutdated() {
        for (Existing node : problem.nodes()) {
            boolean outdated = !node.head()
                    && problem.checkLaunchHash()
                    && (!problem.knows(node.type())
                            || node.launchHash()
                                    .filter(h ->
                                            !h.equals(problem.type(node.type()).launchHash()))
                                    .isPresent());
            if (outdated) {
                ends.add(new End(node.id(), "OUTDATED"));
            } else {
                alive.add(node);
            }
        }
    }

    private void planMinimum() {
        for (Type type : problem.types()) {
            for (int have = count(type.name()); have < type.min(); have++) {
                planned.put("new-" + (planned.size() + 1), type.name());
            }
        }
    }

    private int count(String type) {
        return (int) alive.stream().filter(n -> n.type().equals(type)).count();
    }

    private int plannedOf(String type) {
        return (int) planned.values().stream().filter(type::equals).count();
    }

    private void enforceTypeLimit(Type type) {
        dropPlanned(type.name(), count(type.name()) + plannedOf(type.name()) - type.max());
        end(
                alive.stream().filter(n -> n.type().equals(type.name())).toList(),
                count(type.name()) - type.max(),
                "MAX_NUM_NODE_PER_TYPE");
    }

    private void enforceClusterLimit() {
        if (problem.maxNodes().isPresent()) {
            int max = problem.maxNodes().get();
            for (Type type : problem.types().reversed()) {
                dropPlanned(type.name(), Math.min(plannedOf(type.name()), alive.size() + planned.size() - max));
            }
            end(List.copyOf(alive), alive.size() - max, "MAX_NUM_NODES");
        }
    }

    private void dropPlanned(String type, int surplus) {
        for (int i = 0; i < surplus && plannedOf(type) > 0; i++) {
            var kept = planned.values().stream().toList();
            int at = kept.lastIndexOf(type);
            planned.clear();
            for (int k = 0; k < kept.size(); k++) {
                if (k != at) {
                    planned.put("new-" + (planned.size() + 1), kept.get(k));
                }
            }
        }
    }

    private void end(List<Existing> candidates, int surplus, String cause) {
        candidates.stream()
                .filter(n -> !n.head())
                .sorted(leastMissedFirst())
                .limit(Math.max(0, surplus))
                .forEach(n -> {
                    ends.add(new End(n.id(), cause));
                    alive.remove(n);
                });
    }

    private static Comparator<Existing> leastMissedFirst() {
        return Comparator.comparing(Existing::running)
                .thenComparing(Comparator.comparingDouble(Existing::idleMillis).reversed())
                .thenComparingDouble(SchedRound::utilization);
    }

    private static double utilization(Existing node) {
        return node.total().units().entrySet().stream()
                .mapToDouble(e -> 1 - node.available().get(e.getKey()) / (double) e.getValue())
                .average()
                .orElse(0);
    }

    private List<Host> hosts() {
        Set<String> spare = spares();
        var hosts = new ArrayList<Host>();
        planned.forEach((id, type) -> hosts.add(empty("!" + id, problem.type(type))));
        for (Existing node : alive) {
            if (node.running()) {
                var labels = new HashMap<>(node.labels());
                node.strictSpreadGangs().forEach(g -> labels.put("_PG_" + g, ""));
                hosts.add(new Host(
                        node.id(), node.type(), node.total(), node.available(), labels, spare.contains(node.id())));
            } else if (problem.knows(node.type())) {
                hosts.add(empty(node.id(), problem.type(node.type())));
            }
        }
        return hosts;
    }

    private static Host empty(String id, Type type) {
        return new Host(id, type.name(), type.resources(), type.resources(), type.labels(), false);
    }

    /** Idle nodes that may go if nothing needs them, per type as many as stand above the minimum. */
    private Set<String> spares() {
        var spare = new HashSet<String>();
        for (Type type : problem.types()) {
            int above = count(type.name()) + plannedOf(type.name()) - type.min();
            alive.stream()
                    .filter(n -> n.type().equals(type.name()) && isExpired(n))
                    .sorted(leastMissedFirst())
                    .limit(Math.max(0, above))
                    .forEach(n -> spare.add(n.id()));
        }
        return spare;
    }

    private boolean isExpired(Existing node) {
        if (node.head() || !node.running() || !problem.knows(node.type())) {
            return false;
        }
        var timeout = problem.type(node.type()).idleTimeoutSeconds().or(problem::idleTimeoutSeconds);
        return timeout.isPresent() && node.idleMillis() > timeout.get() * 1000;
    }

    private List<Stock> stock() {
        return problem.types().stream()
                .map(t -> new Stock(
                        t.name(),
                        t.resources(),
                        t.labels(),
                        t.pricePerHour(),
                        Math.max(0, t.max() - count(t.name()) - plannedOf(t.name())),
                        "type " + t.name() + " is at its max of " + t.max(),
                        t.priority(),
                        problem.availability().getOrDefault(t.name(), 1.0)))
                .toList();
    }

    private int room() {
        return problem.maxNodes()
                .map(max -> Math.max(0, max - alive.size() - planned.size()))
                .orElse(Integer.MAX_VALUE);
    }

    private void endIdle(Schedule schedule, Map<String, Integer> launch) {
        var used =
                schedule.assignments().stream().map(Schedule.Assignment::node).collect(Collectors.toSet());
        var counts = new HashMap<>(launch);
        alive.forEach(n -> counts.merge(n.type(), 1, Integer::sum));
        alive.stream().filter(this::isExpired).sorted(leastMissedFirst()).forEach(n -> {
            if (!used.contains(n.id())
                    && counts.getOrDefault(n.type(), 0) > problem.type(n.type()).min()) {
                counts.merge(n.type(), -1, Integer::sum);
                ends.add(new End(n.id(), "IDLE"));
            }
        });
    }
}
