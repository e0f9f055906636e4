package io.manta.core.schedule;

import io.manta.spi.ray.Demand;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Betters an answer to a small problem by trying everything there is, gangs left out one by one where not all find room. */
final class Exhaustive {
    private static final int MOST_GANGS = 3;
    private static final long BUDGET = 60_000;

    private Exhaustive() {}

    /** Small enough, and something to gain. */
    static boolean isWorthIt(Attempt attempt) {
        Demand demand = attempt.problem.demand();
        boolean somethingToGain = CostAwareScheduler.left(attempt) > 0
                || !attempt.unplacedGangs.isEmpty()
                || attempt.cost() > 0
                || attempt.spareUsed() > 0;
        long pieces = demand.requests().stream()
                        .mapToLong(Demand.Request::count)
                        .sum()
                + demand.floor().stream().mapToLong(Demand.Request::count).sum()
                + demand.gangs().stream().mapToLong(g -> g.bundles().size()).sum();
        return somethingToGain
                && !attempt.problem.rules().noDearer()
                && pieces <= ExactPacking.MOST_PIECES
                && demand.gangs().size() <= MOST_GANGS
                && attempt.problem.hosts().size() <= ExactPacking.MOST_HOSTS;
    }

    private static boolean hasNoPreferences(Demand demand) {
        return Stream.concat(demand.requests().stream(), demand.floor().stream())
                        .allMatch(r -> r.selectors().size() <= 1)
                && demand.gangs().stream()
                        .flatMap(g -> g.bundles().stream())
                        .allMatch(b -> b.selectors().size() <= 1);
    }

    static Attempt improve(Attempt found) {
        var meter = new WorkMeter(BUDGET);
        Attempt.Method search = (packing, floor) -> ExactPacking.search(packing, meter);
        // Money alone is no reason to lose an order of preference among labels, which is not looked at here.
        boolean mayBeCheaper = hasNoPreferences(found.problem.demand());
        Attempt best = found;
        for (Set<Integer> leftOut : subsets(found.problem.demand().gangs().size(), found.unplacedGangs.size())) {
            for (boolean floorFirst : floors(found.problem.demand())) {
                var attempt = new Attempt(found.problem, search, false, false, floorFirst, leftOut);
                if (!meter.isSpent()
                        && !attempt.hasTornGang()
                        && CostAwareScheduler.isBetter(attempt, best)
                        && (mayBeCheaper || servesMore(attempt, best))) {
                    best = attempt;
                }
            }
        }
        return best;
    }

    private static boolean servesMore(Attempt a, Attempt b) {
        return a.unplacedGangs.size() < b.unplacedGangs.size()
                || CostAwareScheduler.left(a) < CostAwareScheduler.left(b);
    }

    private static boolean[] floors(Demand demand) {
        boolean both = !demand.floor().isEmpty()
                && !(demand.requests().isEmpty() && demand.gangs().isEmpty());
        return both ? new boolean[] {true, false} : new boolean[] {true};
    }

    private static List<Set<Integer>> subsets(int gangs, int most) {
        return Stream.iterate(0, s -> s < 1 << gangs, s -> s + 1)
                .filter(s -> Integer.bitCount(s) <= most)
                .map(s -> {
                    Set<Integer> out = new HashSet<>();
                    for (int g = 0; g < gangs; g++) {
                        if ((s >> g & 1) == 1) {
                            out.add(g);
                        }
                    }
                    return out;
                })
                .toList();
    }
}
