package io.manta.core.schedule;

import io.manta.core.schedule.SchedulingProblem.Host;
import io.manta.core.schedule.SchedulingProblem.Stock;
import io.manta.spi.ray.Demand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/** One whole answer to a problem under construction: the floor in one ledger, requests and gangs in the other. */
final class Attempt {
    /** How to place what a packing has left; the flag says whether it is the floor. */
    interface Method extends BiFunction<Packing, Boolean, Packing> {}

    final SchedulingProblem problem;
    final Packing floor;
    final Packing demand;
    final Set<Integer> unplacedGangs = new HashSet<>();
    final boolean floorFirst;
    private final Method method;
    private final boolean wishesGranted;

    /**
     * @param problem with hosts, stock and gangs in canonical order
     * @param floorFirst which ledger buys first; the other finds those nodes empty
     */
    Attempt(SchedulingProblem problem, Method method, boolean wishesGranted, boolean oneByOne, boolean floorFirst) {
        this(problem, method, wishesGranted, oneByOne, floorFirst, Set.of());
    }

    /** @param leftOut gangs by index that are not even tried */
    Attempt(
            SchedulingProblem problem,
            Method method,
            boolean wishesGranted,
            boolean oneByOne,
            boolean floorFirst,
            Set<Integer> leftOut) {
        unplacedGangs.addAll(leftOut);
        this.problem = problem;
        this.method = method;
        this.wishesGranted = wishesGranted;
        this.floorFirst = floorFirst;
        if (floorFirst) {
            floor = placeFloor(List.of());
            demand = placeDemand(floor.addedBins(), oneByOne);
        } else {
            demand = placeDemand(List.of(), oneByOne);
            floor = placeFloor(demand.addedBins());
        }
    }

    private Packing placeFloor(List<Bin> bought) {
        var layout = layout(Kinds.ofRequests(problem.demand().floor()), bought, true);
        var packing = new Packing(layout);
        for (int k = 0; k < packing.left.length; k++) {
            packing.left[k] = layout.isPossible(k) ? layout.kinds.get(k).count : 0;
        }
        var placed = method.apply(packing, true);
        for (int k = 0; k < placed.left.length; k++) {
            placed.left[k] += layout.isPossible(k) ? 0 : layout.kinds.get(k).count;
        }
        if (problem.rules().wholeFloor() && !placed.isComplete()) {
            var nothing = new Packing(layout);
            for (int k = 0; k < nothing.left.length; k++) {
                nothing.left[k] = layout.kinds.get(k).count;
            }
            return nothing;
        }
        return placed;
    }

    private Packing placeDemand(List<Bin> bought, boolean oneByOne) {
        var gangs = problem.demand().gangs();
        var bare = layout(new Kinds(), bought, false);
        var kinds = Kinds.ofRequests(problem.demand().requests());
        for (int g = 0; g < gangs.size(); g++) {
            String marker = gangs.get(g).markerLabel();
            boolean marked = problem.hosts().stream().anyMatch(h -> h.labels().containsKey(marker));
            kinds.gang(g, gangs.get(g), wishesGranted, marked, key -> fitsOnOne(bare, key));
        }
        var layout = layout(kinds, bought, false);
        var requests = new long[layout.kinds.size()];
        var possible = new boolean[requests.length];
        for (int k = 0; k < requests.length; k++) {
            possible[k] = layout.isPossible(k);
            for (Kind.Source source : layout.kinds.get(k).sources) {
                requests[k] += source.request() >= 0 ? source.count() : 0;
            }
        }
        var packing = new Packing(layout);
        for (int g : hardestFirst(gangs)) {
            if (unplacedGangs.contains(g)
                    || !kinds.piecesOf(g).stream().allMatch(key -> possible[layout.indexOf(key)])) {
                unplacedGangs.add(g);
            } else {
                kinds.piecesOf(g).forEach(key -> packing.left[layout.indexOf(key)]++);
                kinds.piecesOf(g).forEach(key -> packing.ofGangs[layout.indexOf(key)] += oneByOne ? 0 : 1);
                if (oneByOne) {
                    packing.become(placeGang(packing, g));
                }
            }
        }
        for (int k = 0; k < requests.length; k++) {
            packing.left[k] += possible[k] ? requests[k] : 0;
        }
        var placed = method.apply(packing, false);
        for (int k = 0; k < requests.length; k++) {
            placed.left[k] += possible[k] ? 0 : requests[k];
        }
        return placed;
    }

    private Packing placeGang(Packing packing, int gang) {
        var trial = method.apply(packing.copy(), false);
        if (trial.isComplete()) {
            return trial;
        }
        unplacedGangs.add(gang);
        Arrays.fill(packing.left, 0);
        return packing;
    }

    /** In whole or not at all: were single pieces of gangs left out although others of them were placed? */
    boolean hasTornGang() {
        for (int k = 0; k < demand.left.length; k++) {
            Kind kind = demand.layout.kinds.get(k);
            long wanted = demand.ofGangs[k];
            for (Kind.Source source : kind.sources) {
                wanted += source.request() >= 0 ? source.count() : 0;
            }
            if (wanted - demand.left[k] < demand.ofGangs[k]) {
                return true;
            }
        }
        return false;
    }

    private static List<Integer> hardestFirst(List<Demand.Gang> gangs) {
        var order = new ArrayList<Integer>();
        for (int g = 0; g < gangs.size(); g++) {
            order.add(g);
        }
        order.sort(Comparator.<Integer, Boolean>comparing(g -> Kinds.isLoose(gangs.get(g)))
                .thenComparingInt(g -> gangs.get(g).strategy() == Demand.Strategy.STRICT_PACK
                        ? -1
                        : -gangs.get(g).bundles().size())
                .thenComparing(g -> gangs.get(g).id()));
        return order;
    }

    private static boolean fitsOnOne(Layout bare, Kind.Key key) {
        return bare.hosts.stream()
                        .anyMatch(h -> key.rank(h.labels()) >= 0 && key.shape().fitsIn(h.free()))
                || bare.stock.stream()
                        .anyMatch(s -> s.limit() > 0
                                && bare.maxNew > 0
                                && key.rank(s.labels()) >= 0
                                && key.shape().fitsIn(s.resources()));
    }

    /** Nodes bought in the other ledger are there for this one, empty. */
    private Layout layout(Kinds kinds, List<Bin> bought, boolean isFloor) {
        var hosts = new ArrayList<>(problem.hosts());
        var stock = new ArrayList<>(problem.stock());
        for (int i = 0; i < bought.size(); i++) {
            int s = bought.get(i).stock;
            Stock from = stock.get(s);
            hosts.add(
                    new Host("new-" + (i + 1), from.type(), from.resources(), from.resources(), from.labels(), false));
            stock.set(s, from.withLimit(from.limit() - 1));
        }
        return new Layout(kinds.sorted(), hosts, stock, problem.maxNew() - bought.size(), isFloor);
    }

    double cost() {
        return floor.cost() + demand.cost();
    }

    int spareUsed() {
        return (int) usedSpares().count();
    }

    double spareCost() {
        return usedSpares().mapToDouble(h -> demand.layout.hostCost[h]).sum();
    }

    private IntStream usedSpares() {
        return IntStream.range(0, problem.hosts().size())
                .filter(h -> problem.hosts().get(h).spare()
                        && !(floor.bins.get(h).isEmpty() && demand.bins.get(h).isEmpty()));
    }
}
