package io.manta.core.plan;

import io.manta.core.schedule.DemandScheduler;
import io.manta.core.schedule.Schedule;
import io.manta.core.schedule.SchedulingProblem;
import io.manta.core.schedule.SchedulingProblem.Host;
import io.manta.core.schedule.SchedulingProblem.Stock;
import io.manta.core.schedule.Weights;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Replaces idle nodes that only a floor or a waiting gang keeps by fewer or cheaper ones. The new ones are launched first; the
 * old ones stay until those run. Busy nodes are never touched.
 */
final class Consolidation {
    /** Moving has its price: only a real saving is worth it. */
    private static final double WORTHWHILE = 0.8;

    private final DemandScheduler scheduler;
    private final SchedulingProblem problem;
    private final Triage triage;

    Consolidation(DemandScheduler scheduler, SchedulingProblem problem, Triage triage) {
        this.scheduler = scheduler;
        this.problem = problem;
        this.triage = triage;
    }

    /** Launches a cheaper set where there is one; returns hosts that must stay although the schedule does not use them. */
    Set<String> keepOrReplace(Schedule schedule, Growth growth) {
        Set<String> coming = triage.coming.stream().map(n -> n.id().value()).collect(Collectors.toSet());
        if (!coming.isEmpty()) {
            return DefaultPlanner.needed(scheduler.schedule(with(hostsWithout(coming), 0)));
        }
        if (growth.launches.isEmpty() && schedule.isComplete()) {
            propose(schedule, growth);
        }
        return Set.of();
    }

    private void propose(Schedule schedule, Growth growth) {
        Map<String, Double> price = new HashMap<>();
        double[] prices = Weights.prices(problem.stock());
        for (int s = 0; s < prices.length; s++) {
            price.put(problem.stock().get(s).type(), prices[s]);
        }
        Set<String> used = DefaultPlanner.needed(schedule);
        Set<String> movable = problem.hosts().stream()
                .filter(h -> h.spare() && used.contains(h.id()) && price.containsKey(h.type()))
                .map(Host::id)
                .collect(Collectors.toSet());
        boolean unusedOnesGoFirst = problem.hosts().stream().anyMatch(h -> h.spare() && !used.contains(h.id()));
        if (movable.isEmpty() || unusedOnesGoFirst) {
            return;
        }
        double now = problem.hosts().stream()
                .filter(h -> movable.contains(h.id()))
                .mapToDouble(h -> price.getOrDefault(h.type(), 0.0))
                .sum();
        Schedule other = scheduler.schedule(with(hostsWithout(movable), problem.maxNew()));
        double then = other.launches().entrySet().stream()
                .mapToDouble(e -> e.getValue() * price.getOrDefault(e.getKey(), 0.0))
                .sum();
        if (other.isComplete() && then < WORTHWHILE * now && letsGo(movable, other)) {
            growth.consolidation(
                    other.launches(),
                    "the idle nodes " + movable.stream().sorted().toList() + " can be replaced for "
                            + Math.round(100 * then / now) + " % of their price");
        }
    }

    /** Whether the scheduler, once the new nodes are there, would really leave the old ones empty. */
    private boolean letsGo(Set<String> movable, Schedule other) {
        var hosts = new ArrayList<>(problem.hosts());
        other.assignments().stream().filter(Schedule.Assignment::added).forEach(a -> {
            Stock stock = problem.stock().stream()
                    .filter(s -> s.type().equals(a.type()))
                    .findFirst()
                    .orElseThrow();
            hosts.add(new Host(
                    "consolidated-" + a.node(), a.type(), stock.resources(), stock.resources(), stock.labels(), true));
        });
        Schedule after = scheduler.schedule(with(hosts, 0));
        return after.isComplete() && DefaultPlanner.needed(after).stream().noneMatch(movable::contains);
    }

    private List<Host> hostsWithout(Set<String> ids) {
        return problem.hosts().stream().filter(h -> !ids.contains(h.id())).toList();
    }

    private SchedulingProblem with(List<Host> hosts, int maxNew) {
        List<Stock> stock = problem.stock();
        return new SchedulingProblem(hosts, stock, maxNew, problem.demand(), problem.rules());
    }
}
