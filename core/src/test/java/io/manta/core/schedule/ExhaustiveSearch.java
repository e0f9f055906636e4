package io.manta.core.schedule;

import io.manta.core.schedule.SchedulingProblem.Host;
import io.manta.core.schedule.SchedulingProblem.Stock;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.LabelSelector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The best answer to a small problem, found by trying everything. It shares no code with the scheduler. */
public final class ExhaustiveSearch {
    /** What the best answer leaves over and costs: gangs come first, then single pieces, then money. */
    public record Best(long gangs, long pieces, double cost) {
        public long leftOver() {
            return gangs + pieces;
        }

        boolean isBetterThan(Best other) {
            return gangs != other.gangs
                    ? gangs < other.gangs
                    : pieces != other.pieces ? pieces < other.pieces : cost < other.cost - 1e-9;
        }
    }

    private record Spot(Resources total, Resources free, Map<String, String> labels, Set<String> holds) {}

    private record Piece(Resources shape, List<List<LabelSelector>> selectors, String apart, String require) {}

    private final SchedulingProblem problem;
    private final double[] price;
    private final List<Stock> bought = new ArrayList<>();
    private Best best = new Best(Long.MAX_VALUE, Long.MAX_VALUE, 0);

    private ExhaustiveSearch(SchedulingProblem problem) {
        this.problem = problem;
        price = Weights.prices(problem.stock());
    }

    public static Best best(SchedulingProblem problem) {
        var search = new ExhaustiveSearch(problem);
        search.buy(0, 0);
        return search.best;
    }

    private void buy(int from, double cost) {
        judge(cost);
        for (int s = from; s < problem.stock().size() && bought.size() < problem.maxNew(); s++) {
            Stock stock = problem.stock().get(s);
            if (bought.stream().filter(stock::equals).count() < stock.limit()) {
                bought.add(stock);
                buy(s, cost + price[s]);
                bought.removeLast();
            }
        }
    }

    private void judge(double cost) {
        var spots = new ArrayList<Spot>();
        problem.hosts().forEach(h -> spots.add(spot(h)));
        bought.forEach(s -> spots.add(new Spot(s.resources(), s.resources(), s.labels(), new HashSet<>())));
        var floor = new ArrayList<Resources>();
        spots.forEach(s -> floor.add(s.total));
        long floorLeft = requests(spots, floor, pieces(problem.demand().floor()), 0, 0, Long.MAX_VALUE);
        var free = new ArrayList<Resources>();
        spots.forEach(s -> free.add(s.free));
        var gangs = problem.demand().gangs();
        for (int chosen = 0; chosen < 1 << gangs.size(); chosen++) {
            int unplaced = gangs.size() - Integer.bitCount(chosen);
            var must = new ArrayList<Piece>();
            for (int g = 0; g < gangs.size(); g++) {
                if ((chosen >> g & 1) == 1) {
                    must.addAll(pieces(gangs.get(g)));
                }
            }
            var hope = new Best(unplaced, floorLeft, cost);
            if (hope.isBetterThan(best)) {
                long left = gangs(spots, free, must, 0);
                if (left < Long.MAX_VALUE) {
                    var found = new Best(unplaced, floorLeft + left, cost);
                    best = found.isBetterThan(best) ? found : best;
                }
            }
        }
    }

    private static Spot spot(Host host) {
        return new Spot(host.total(), host.free(), host.labels(), new HashSet<>());
    }

    private static List<Piece> pieces(List<Demand.Request> requests) {
        var pieces = new ArrayList<Piece>();
        for (Demand.Request request : requests) {
            for (int i = 0; i < request.count(); i++) {
                var selectors =
                        request.selectors().isEmpty() ? List.<List<LabelSelector>>of() : List.of(request.selectors());
                pieces.add(new Piece(request.shape(), selectors, "", ""));
            }
        }
        return pieces;
    }

    private List<Piece> pieces(Demand.Gang gang) {
        boolean marked = problem.hosts().stream().anyMatch(h -> h.labels().containsKey(gang.markerLabel()));
        var pieces = new ArrayList<Piece>();
        var sum = Resources.NONE;
        var selectors = new ArrayList<List<LabelSelector>>();
        for (Demand.Bundle bundle : gang.bundles()) {
            var own = bundle.selectors().isEmpty() ? List.<List<LabelSelector>>of() : List.of(bundle.selectors());
            sum = sum.plus(bundle.shape());
            selectors.addAll(own);
            String apart = gang.strategy() == Demand.Strategy.STRICT_SPREAD ? gang.markerLabel() : "";
            pieces.add(new Piece(bundle.shape(), own, apart, ""));
        }
        return gang.strategy() == Demand.Strategy.STRICT_PACK
                ? List.of(new Piece(sum, selectors, "", marked ? gang.markerLabel() : ""))
                : pieces;
    }

    /** Places every piece of the gangs, then as many requests as possible; how many of these are left, or MAX for no way. */
    private long gangs(List<Spot> spots, List<Resources> free, List<Piece> must, int next) {
        if (next == must.size()) {
            return requests(spots, free, pieces(problem.demand().requests()), 0, 0, Long.MAX_VALUE);
        }
        long least = Long.MAX_VALUE;
        Piece piece = must.get(next);
        for (int s = 0; s < spots.size() && least > 0; s++) {
            if (takes(spots.get(s), free.get(s), piece) && !seen(spots, free, s)) {
                Resources before = free.get(s);
                boolean marks = !piece.apart.isEmpty() && spots.get(s).holds.add(piece.apart);
                free.set(s, before.minus(piece.shape));
                least = Math.min(least, gangs(spots, free, must, next + 1));
                free.set(s, before);
                if (marks) {
                    spots.get(s).holds.remove(piece.apart);
                }
            }
        }
        return least;
    }

    private static long requests(
            List<Spot> spots, List<Resources> free, List<Piece> pieces, int next, long left, long bound) {
        if (left >= bound || next == pieces.size()) {
            return left;
        }
        long least = bound;
        Piece piece = pieces.get(next);
        for (int s = 0; s < spots.size() && least > left; s++) {
            if (takes(spots.get(s), free.get(s), piece) && !seen(spots, free, s)) {
                Resources before = free.get(s);
                free.set(s, before.minus(piece.shape));
                least = Math.min(least, requests(spots, free, pieces, next + 1, left, least));
                free.set(s, before);
            }
        }
        return Math.min(least, requests(spots, free, pieces, next + 1, left + 1, least));
    }

    private static boolean takes(Spot spot, Resources free, Piece piece) {
        return piece.shape.fitsIn(free)
                && piece.selectors.stream().allMatch(a -> LabelSelector.rank(a, spot.labels) >= 0)
                && (piece.apart.isEmpty()
                        || !(spot.labels.containsKey(piece.apart) || spot.holds.contains(piece.apart)))
                && (piece.require.isEmpty() || spot.labels.containsKey(piece.require));
    }

    /** An equal node has been tried just before. */
    private static boolean seen(List<Spot> spots, List<Resources> free, int s) {
        for (int i = 0; i < s; i++) {
            if (free.get(i).equals(free.get(s))
                    && spots.get(i).labels.equals(spots.get(s).labels)
                    && spots.get(i).holds.equals(spots.get(s).holds)) {
                return true;
            }
        }
        return false;
    }
}
