package io.manta.core.schedule;

import io.manta.core.schedule.Schedule.Assignment;
import io.manta.core.schedule.Schedule.BundleRef;
import io.manta.core.schedule.SchedulingProblem.Host;
import io.manta.core.schedule.SchedulingProblem.Stock;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.LabelSelector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Checks an answer line by line against its problem: room, labels, gangs, limits, and that every piece is counted once. */
final class ScheduleCheck {
    private final SchedulingProblem problem;
    private final Schedule schedule;
    private final Map<String, Host> hosts;
    private final Map<String, Stock> stock;
    private final List<String> faults = new ArrayList<>();
    private final Map<BundleRef, String> bundles = new HashMap<>();

    private ScheduleCheck(SchedulingProblem problem, Schedule schedule) {
        this.problem = problem;
        this.schedule = schedule;
        hosts = problem.hosts().stream().collect(Collectors.toMap(Host::id, h -> h));
        stock = problem.stock().stream().collect(Collectors.toMap(Stock::type, s -> s));
    }

    /** What is wrong; empty when nothing is. */
    static List<String> faults(SchedulingProblem problem, Schedule schedule) {
        var check = new ScheduleCheck(problem, schedule);
        var seen = new HashSet<String>();
        for (Assignment node : schedule.assignments()) {
            check.expect(seen.add(node.node()), node.node() + " is there twice");
            check.node(node);
        }
        check.counts(problem.demand().requests(), schedule.requests(), Assignment::requests);
        check.counts(problem.demand().floor(), schedule.floor(), Assignment::floor);
        for (int g = 0; g < problem.demand().gangs().size(); g++) {
            check.gang(g);
        }
        check.limits();
        return check.faults;
    }

    private void expect(boolean holds, String fault) {
        if (!holds) {
            faults.add(fault);
        }
    }

    private void node(Assignment node) {
        Host host = hosts.get(node.node());
        Stock from = stock.get(node.type());
        expect(node.added() == (host == null), node.node() + " is neither a host nor added");
        Resources total =
                host != null ? host.total() : Objects.requireNonNull(from).resources();
        Resources free = host != null ? host.free() : total;
        Map<String, String> labels =
                host != null ? host.labels() : Objects.requireNonNull(from).labels();
        var used = Resources.NONE;
        for (var e : node.requests().entrySet()) {
            Demand.Request request = problem.demand().requests().get(e.getKey());
            used = used.plus(request.shape(), e.getValue());
            expect(LabelSelector.rank(request.selectors(), labels) >= 0, node.node() + " lacks labels of " + request);
        }
        var apart = new HashSet<Integer>();
        for (BundleRef ref : node.bundles()) {
            Demand.Gang gang = problem.demand().gangs().get(ref.gang());
            Demand.Bundle bundle = gang.bundles().get(ref.bundle());
            used = used.plus(bundle.shape());
            expect(LabelSelector.rank(bundle.selectors(), labels) >= 0, node.node() + " lacks labels of " + bundle);
            expect(bundles.put(ref, node.node()) == null, ref + " is placed twice");
            if (gang.strategy() == Demand.Strategy.STRICT_SPREAD) {
                expect(
                        apart.add(ref.gang()) && !labels.containsKey(gang.markerLabel()),
                        node.node() + " holds two bundles of " + gang.id());
            }
        }
        expect(used.fitsIn(free), node.node() + " has " + free + " and is given " + used);
        var floor = Resources.NONE;
        for (var e : node.floor().entrySet()) {
            Demand.Request request = problem.demand().floor().get(e.getKey());
            floor = floor.plus(request.shape(), e.getValue());
            expect(LabelSelector.rank(request.selectors(), labels) >= 0, node.node() + " lacks labels of " + request);
        }
        expect(floor.fitsIn(total), node.node() + " has " + total + " in all and is given " + floor);
    }

    private void counts(
            List<Demand.Request> wanted,
            Map<Integer, Long> left,
            java.util.function.Function<Assignment, Map<Integer, Long>> part) {
        for (int i = 0; i < wanted.size(); i++) {
            long count = left.getOrDefault(i, 0L);
            for (Assignment node : schedule.assignments()) {
                count += part.apply(node).getOrDefault(i, 0L);
            }
            expect(count == wanted.get(i).count(), "of " + wanted.get(i) + " " + count + " are counted");
        }
    }

    private void gang(int g) {
        Demand.Gang gang = problem.demand().gangs().get(g);
        Set<String> at = new HashSet<>();
        int placed = 0;
        for (int b = 0; b < gang.bundles().size(); b++) {
            String node = bundles.get(new BundleRef(g, b));
            if (node != null) {
                placed++;
                at.add(node);
            }
        }
        boolean leftOut = schedule.gangs().contains(g);
        expect(placed == (leftOut ? 0 : gang.bundles().size()), gang.id() + " is torn: " + placed);
        if (gang.strategy() == Demand.Strategy.STRICT_PACK && !leftOut) {
            expect(at.size() == 1, gang.id() + " is not on one node");
            boolean isPartlyPlaced =
                    problem.hosts().stream().anyMatch(h -> h.labels().containsKey(gang.markerLabel()));
            Host host = hosts.get(at.iterator().next());
            expect(
                    !isPartlyPlaced || (host != null && host.labels().containsKey(gang.markerLabel())),
                    gang.id() + " does not join its other bundles");
        }
    }

    private void limits() {
        var launches = new TreeMap<>(schedule.launches());
        int all = launches.values().stream().mapToInt(n -> n).sum();
        expect(all <= problem.maxNew(), all + " nodes are added where " + problem.maxNew() + " may be");
        launches.forEach((type, n) ->
                expect(n <= Objects.requireNonNull(stock.get(type)).limit(), n + " of " + type + " are added"));
    }
}
