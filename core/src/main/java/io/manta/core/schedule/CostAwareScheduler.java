package io.manta.core.schedule;

import io.manta.core.schedule.SchedulingProblem.Host;
import io.manta.core.schedule.SchedulingProblem.Stock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Serves as much demand as limits allow, for the least money. Several whole answers are worked out and the best is taken:
 *
 * <ul>
 *   <li>everything together by {@link PriceSearch}, soft wishes of gangs ignored, or granted as if they were strict;
 *   <li>where limits leave demand over: gangs one after the other, the hardest first, then requests;
 *   <li>on problems small enough, {@link UtilizationPacking}, which the others must not fall behind in anything.
 * </ul>
 *
 * Soft wishes are so granted when that costs nothing. Work is bounded by counting steps, never by a clock.
 */
public final class CostAwareScheduler implements DemandScheduler {
    private static final long SEARCH_BUDGET = 6_000_000;
    private static final long YARDSTICK_BUDGET = 2_000_000;
    private static final Comparator<Stock> STOCK_ORDER = Comparator.comparing(Stock::type);

    public CostAwareScheduler() {}

    @Override
    public Schedule schedule(SchedulingProblem asked) {
        SchedulingProblem given = ImplicitResources.writtenOut(asked);
        var problem = new SchedulingProblem(
                given.hosts().stream().sorted(Comparator.comparing(Host::id)).toList(),
                given.stock().stream().sorted(STOCK_ORDER).toList(),
                given.maxNew(),
                given.demand(),
                given.rules());
        if (problem.demand().isEmpty()) {
            return new Schedule(List.of(), Map.of(), List.of(), Map.of());
        }
        return new Unfolding(best(problem)).schedule();
    }

    private static Attempt best(SchedulingProblem problem) {
        var attempts = new ArrayList<Attempt>();
        boolean wishes = problem.demand().gangs().stream().anyMatch(Kinds::isLoose);
        boolean bothLedgers = !problem.demand().floor().isEmpty()
                && !(problem.demand().requests().isEmpty()
                        && problem.demand().gangs().isEmpty());
        for (boolean floorFirst : bothLedgers ? new boolean[] {true, false} : new boolean[] {true}) {
            if (wishes) {
                attempts.add(byPrice(problem, true, floorFirst));
            }
            attempts.add(byPrice(problem, false, floorFirst));
        }
        Optional<Attempt> yardstick = yardstick(problem);
        yardstick.ifPresent(y -> attempts.removeIf(a -> !isNoWorse(a, y)));
        yardstick.ifPresent(attempts::add);
        Attempt best =
                attempts.stream().reduce((a, b) -> isBetter(b, a) ? b : a).orElseThrow();
        return Exhaustive.isWorthIt(best) ? Exhaustive.improve(best) : best;
    }

    /** All at once where everything finds room; otherwise gang by gang, so that none is torn. */
    private static Attempt byPrice(SchedulingProblem problem, boolean wishesGranted, boolean floorFirst) {
        Attempt.Method search = (packing, floor) -> new PriceSearch(packing.layout, SEARCH_BUDGET).search(packing);
        var together = new Attempt(problem, search, wishesGranted, false, floorFirst);
        if (!together.hasTornGang()) {
            return together;
        }
        long each = SEARCH_BUDGET / (1 + problem.demand().gangs().size());
        Attempt.Method small = (packing, floor) -> new PriceSearch(packing.layout, each).search(packing);
        return new Attempt(problem, small, wishesGranted, true, floorFirst);
    }

    private static Optional<Attempt> yardstick(SchedulingProblem problem) {
        var meter = new WorkMeter(YARDSTICK_BUDGET);
        if (problem.hosts().size() > 500) {
            return Optional.empty();
        }
        Attempt.Method method = (packing, floor) -> {
            new UtilizationPacking(packing.layout, floor, meter).run(packing);
            return packing;
        };
        var attempt = new Attempt(problem, method, false, true, true);
        return meter.isSpent() ? Optional.empty() : Optional.of(attempt);
    }

    private static boolean isNoWorse(Attempt a, Attempt yardstick) {
        boolean isStrict = a.problem.rules().noDearer();
        boolean servesMore = a.unplacedGangs.size() < yardstick.unplacedGangs.size() || left(a) < left(yardstick);
        boolean keepsNoMore =
                isStrict ? a.spareUsed() <= yardstick.spareUsed() : a.spareCost() <= yardstick.spareCost() + 1e-9;
        boolean costsNoMore = a.cost() <= yardstick.cost() + 1e-9 && keepsNoMore;
        boolean mayCostMore = !isStrict && servesMore;
        return (mayCostMore || costsNoMore)
                && yardstick.unplacedGangs.containsAll(a.unplacedGangs)
                && leftIsWithin(a.floor, yardstick.floor)
                && leftIsWithin(a.demand, yardstick.demand);
    }

    private static boolean leftIsWithin(Packing a, Packing yardstick) {
        var allowed = requestsLeft(yardstick);
        return requestsLeft(a).entrySet().stream().allMatch(e -> e.getValue() <= allowed.getOrDefault(e.getKey(), 0L));
    }

    private static Map<Kind.Key, Long> requestsLeft(Packing packing) {
        var left = new HashMap<Kind.Key, Long>();
        for (int k = 0; k < packing.left.length; k++) {
            if (packing.left[k] > 0) {
                left.put(packing.layout.kinds.get(k).key, packing.left[k]);
            }
        }
        return left;
    }

    static boolean isBetter(Attempt a, Attempt b) {
        if (a.unplacedGangs.size() != b.unplacedGangs.size()) {
            return a.unplacedGangs.size() < b.unplacedGangs.size();
        }
        long leftA = left(a);
        long leftB = left(b);
        if (leftA != leftB) {
            return leftA < leftB;
        }
        if (Math.abs(a.cost() - b.cost()) > 1e-9) {
            return a.cost() < b.cost();
        }
        return Math.abs(a.spareCost() - b.spareCost()) > 1e-9
                ? a.spareCost() < b.spareCost()
                : brokenWishes(a) < brokenWishes(b);
    }

    static long left(Attempt attempt) {
        return Arrays.stream(attempt.floor.left).sum()
                + Arrays.stream(attempt.demand.left).sum();
    }

    /** Nodes too many for PACK gangs plus nodes too few for SPREAD gangs. */
    private static int brokenWishes(Attempt attempt) {
        var nodes = new HashMap<Integer, HashSet<String>>();
        for (var assignment : new Unfolding(attempt).schedule().assignments()) {
            assignment
                    .bundles()
                    .forEach(b -> nodes.computeIfAbsent(b.gang(), g -> new HashSet<>())
                            .add(assignment.node()));
        }
        int broken = 0;
        for (var entry : nodes.entrySet()) {
            var gang = attempt.problem.demand().gangs().get(entry.getKey());
            broken += switch (gang.strategy()) {
                case PACK -> entry.getValue().size() - 1;
                case SPREAD -> gang.bundles().size() - entry.getValue().size();
                case STRICT_PACK, STRICT_SPREAD -> 0;
            };
        }
        return broken;
    }
}
