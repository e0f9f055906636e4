package io.manta.core.plan;

import io.manta.core.plan.Plan.Unmet;
import io.manta.core.plan.Plan.UnmetKind;
import io.manta.core.schedule.Schedule;
import io.manta.core.schedule.SchedulingProblem;
import io.manta.core.schedule.SchedulingProblem.Stock;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Says of each piece of demand that found no place why it did not. */
final class UnmetReasons {
    private final SchedulingProblem problem;
    private final Schedule schedule;
    private final String clusterIsFull;
    private final List<Prospect> prospects;

    /** @param prospects what will be served later without anyone doing anything, the earliest first */
    UnmetReasons(SchedulingProblem problem, Schedule schedule, String clusterIsFull, List<Prospect> prospects) {
        this.problem = problem;
        this.schedule = schedule;
        this.clusterIsFull = clusterIsFull;
        this.prospects = prospects;
    }

    List<Unmet> all() {
        Demand demand = problem.demand();
        var out = new ArrayList<Unmet>();
        schedule.requests()
                .forEach((i, n) ->
                        out.add(of(UnmetKind.REQUEST, i, n, demand.requests().get(i))));
        schedule.gangs().forEach(g -> out.add(of(g, demand.gangs().get(g))));
        schedule.floor()
                .forEach((i, n) ->
                        out.add(of(UnmetKind.FLOOR, i, n, demand.floor().get(i))));
        return out;
    }

    private Unmet of(UnmetKind kind, int index, long count, Demand.Request request) {
        Reason reason = until(kind, index, count, reason(request.shape(), request.selectors()));
        return new Unmet(kind, index, count, DemandWords.of(count, request), reason.text, reason.permanent);
    }

    private Unmet of(int index, Demand.Gang gang) {
        Reason reason = gang.strategy() == Demand.Strategy.STRICT_PACK ? together(gang) : apart(gang);
        Reason when = until(UnmetKind.GANG, index, 1, reason);
        return new Unmet(UnmetKind.GANG, index, 1, DemandWords.of(gang), when.text, when.permanent);
    }

    private Reason until(UnmetKind kind, int index, long count, Reason reason) {
        return prospects.stream()
                .filter(p -> !reason.permanent && p.unserved(kind, index) < count)
                .findFirst()
                .map(p -> new Reason("waits until " + p.until() + ": " + reason.text, false))
                .orElse(reason);
    }

    private record Reason(String text, boolean permanent) {}

    private Reason together(Demand.Gang gang) {
        Resources sum = Resources.NONE;
        for (Demand.Bundle bundle : gang.bundles()) {
            sum = sum.plus(bundle.shape());
        }
        if (problem.hosts().stream().anyMatch(h -> h.labels().containsKey(gang.markerLabel()))) {
            return new Reason("must join the bundles already placed, whose node has no room for " + sum, false);
        }
        Reason reason = reason(sum, gang.bundles().getFirst().selectors());
        return new Reason("all on one node: " + reason.text, reason.permanent);
    }

    private Reason apart(Demand.Gang gang) {
        for (Demand.Bundle bundle : gang.bundles()) {
            Reason reason = reason(bundle.shape(), bundle.selectors());
            if (reason.permanent) {
                return reason;
            }
        }
        Demand.Bundle first = gang.bundles().getFirst();
        String where = gang.strategy() == Demand.Strategy.STRICT_SPREAD
                ? gang.bundles().size() + " different nodes are needed: "
                : "all bundles or none: ";
        return new Reason(where + reason(first.shape(), first.selectors()).text, false);
    }

    private Reason reason(Resources shape, List<LabelSelector> selectors) {
        List<Stock> matching = problem.stock().stream()
                .filter(s -> LabelSelector.rank(selectors, s.labels()) >= 0)
                .toList();
        if (matching.isEmpty()) {
            return new Reason(new LabelReasons(problem.stock(), shape).why(selectors), true);
        }
        List<Stock> fitting =
                matching.stream().filter(s -> shape.fitsIn(s.resources())).toList();
        if (fitting.isEmpty()) {
            String among = matching.size() < problem.stock().size() ? LabelSelector.words(selectors) : "";
            return new Reason(tooSmall(shape, matching, among), true);
        }
        if (problem.maxNew()
                <= schedule.launches().values().stream().mapToInt(n -> n).sum()) {
            return new Reason(clusterIsFull, false);
        }
        return new Reason(
                fitting.stream().map(Stock::limitReason).distinct().sorted().collect(Collectors.joining("; ")), false);
    }

    private static String tooSmall(Resources shape, List<Stock> types, String among) {
        for (var entry : shape.units().entrySet()) {
            long largest = types.stream()
                    .mapToLong(s -> s.resources().get(entry.getKey()))
                    .max()
                    .orElse(0);
            if (largest == 0) {
                return "needs " + Words.of(entry.getKey(), entry.getValue()) + "; no type" + among + " has any";
            }
            if (entry.getValue() > largest) {
                String has = Words.of(entry.getKey(), largest);
                return "needs " + Words.of(entry.getKey(), entry.getValue()) + "; the largest type" + among + " has "
                        + has.substring(0, has.lastIndexOf(' '));
            }
        }
        return "no single type" + among + " has all of " + shape;
    }
}
