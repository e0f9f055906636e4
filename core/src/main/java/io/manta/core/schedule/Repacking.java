package io.manta.core.schedule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Improves a packing: takes a few nodes apart, mostly those that give least for their price, and packs their contents again,
 * first into the room that others have left. What comes out cheaper stays.
 */
final class Repacking {
    private static final int[] SIZES = {2, 3, 1, 5, 8, 4, 12, 3};

    private final Layout layout;
    private final ValuePacking packer;
    private final WorkMeter meter;
    private long dice = 0x9E3779B97F4A7C15L;

    Repacking(Layout layout, double[] value, WorkMeter meter) {
        this.layout = layout;
        this.meter = meter;
        packer = new ValuePacking(layout, value, 0.15, 0, meter);
    }

    /** @param bound no packing is cheaper than this, so there the search ends */
    Packing improve(Packing packing, double bound) {
        Packing best = packing;
        int fruitless = 0;
        int patience = Math.min(400, 20 + 10 * packing.added());
        for (int round = 0;
                !meter.isSpent() && best.added() > 0 && best.cost() > bound * (1 + 1e-9) && fruitless < patience;
                round++) {
            var trial = best.copy();
            meter.add(best.bins.size());
            takeApart(trial, victims(best, SIZES[round % SIZES.length], round % 2 == 0));
            squeeze(trial, Double.MAX_VALUE);
            packer.buy(trial);
            rightSize(trial);
            if (PriceSearch.isBetter(trial, best)) {
                best = trial;
                fruitless = 0;
            } else {
                fruitless++;
            }
        }
        return evacuateSpares(best);
    }

    /** Indexes of bought nodes: the worst ones around a moving point, or any. */
    private List<Integer> victims(Packing packing, int size, boolean worst) {
        int first = layout.hosts.size();
        int added = packing.added();
        meter.add(added);
        List<Integer> order = IntStream.range(first, first + added).boxed().toList();
        if (worst) {
            var ratio = new double[added];
            for (int i = 0; i < added; i++) {
                Bin bin = packing.bins.get(first + i);
                ratio[i] = packer.worth(bin) / layout.cost[bin.stock];
            }
            order = order.stream()
                    .sorted(Comparator.comparingDouble(i -> ratio[i - first]))
                    .toList();
        }
        int reach = worst ? Math.min(added, 4 * size) : added;
        return IntStream.range(0, size)
                .map(i -> (int) Math.floorMod(roll(), (long) reach))
                .distinct()
                .mapToObj(order::get)
                .toList();
    }

    private long roll() {
        dice = dice * 6364136223846793005L + 1442695040888963407L;
        return dice >>> 33;
    }

    static void takeApart(Packing packing, List<Integer> indexes) {
        var sorted = new ArrayList<>(indexes);
        sorted.sort(Comparator.reverseOrder());
        for (int index : sorted) {
            Bin bin = packing.bins.get(index);
            for (int i = 0; i < bin.kinds.length; i++) {
                packing.left[bin.kinds[i]] += bin.counts[i];
            }
            if (bin.stock >= 0) {
                packing.bought[bin.stock]--;
                packing.bins.remove(index);
            } else {
                packing.bins.set(index, packing.layout.emptyHost(bin.host));
            }
        }
    }

    /** Puts what is left into nodes with room, the largest pieces first; nodes that could go and hold nothing only if cheaper. */
    private void squeeze(Packing packing, double cheaperThan) {
        for (int kind = 0; kind < packing.left.length; kind++) {
            for (int b = 0; packing.left[kind] > 0 && b < packing.bins.size(); b++) {
                Bin bin = packing.bins.get(b);
                meter.add(1);
                boolean closed = bin.isEmpty() && layout.isSpare(bin) && layout.hostCost[bin.host] >= cheaperThan;
                long fit = closed || layout.ranks(bin)[kind] < 0 ? 0 : bin.fit(layout, kind, packing.left[kind]);
                if (fit > 0) {
                    packing.put(b, kind, fit);
                }
            }
        }
    }

    /** Empties nodes that could go, the dearest first, where their contents find room elsewhere or in a cheaper one. */
    private Packing evacuateSpares(Packing packing) {
        Packing best = packing;
        var spares = IntStream.range(0, layout.hosts.size())
                .filter(h -> layout.hosts.get(h).spare())
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(h -> -layout.hostCost[h])
                        .thenComparing(Comparator.reverseOrder()))
                .toList();
        for (int h : spares) {
            if (!best.bins.get(h).isEmpty()) {
                for (double limit : new double[] {0, layout.hostCost[h]}) {
                    var trial = best.copy();
                    takeApart(trial, List.of(h));
                    squeeze(trial, limit);
                    if (PriceSearch.isBetter(trial, best)) {
                        best = trial;
                        break;
                    }
                }
            }
        }
        return best;
    }

    /** Moves the contents of each bought node into the cheapest type that holds them. */
    static void rightSize(Packing packing) {
        Layout layout = packing.layout;
        for (int b = layout.hosts.size(); b < packing.bins.size(); b++) {
            Bin bin = packing.bins.get(b);
            int cheapest = bin.stock;
            for (int s = 0; s < layout.stock.size(); s++) {
                if (layout.cost[s] < layout.cost[cheapest] - 1e-12
                        && packing.bought[s] < layout.stock.get(s).limit()
                        && holds(layout, s, bin)) {
                    cheapest = s;
                }
            }
            if (cheapest != bin.stock) {
                packing.bought[bin.stock]--;
                packing.bought[cheapest]++;
                packing.bins.set(b, bin.movedTo(layout, cheapest));
            }
        }
    }

    private static boolean holds(Layout layout, int s, Bin bin) {
        byte[] ranks = layout.stockRanks(s);
        for (int kind : bin.kinds) {
            if (ranks[kind] < 0 || ranks[kind] > layout.stockRanks(bin.stock)[kind]) {
                return false;
            }
        }
        for (int d = 0; d < layout.dims; d++) {
            long used = layout.stockRoom[bin.stock][d] - bin.room[d];
            if (used > layout.stockRoom[s][d]) {
                return false;
            }
        }
        return true;
    }
}
