package io.manta.core.schedule;

import java.util.Arrays;

/**
 * Looks for a cheap packing by sequential value correction: pack by value, see what each kind really cost, correct its value
 * towards that, pack again. Values so approach the shadow prices of the linear program behind the problem. The best packing
 * found is then improved by {@link Repacking}.
 */
final class PriceSearch {
    private static final double[] BULK = {0, 0.15, 0.3, 0.05, 0.5};
    private static final double MEMORY = 0.6;
    private static final int MOST_PASSES = 60;
    private static final int PATIENCE = 12;

    private final Layout layout;
    private final long budget;
    private double[] value;

    /** @param budget bound on the work, in looks at one kind for one node */
    PriceSearch(Layout layout, long budget) {
        this.layout = layout;
        this.budget = budget;
        value = firstValues(layout);
    }

    /** What one piece costs in the best case: the largest share it takes of the node where that is cheapest. */
    private static double[] firstValues(Layout layout) {
        var value = new double[layout.kinds.size()];
        double cheapest = Arrays.stream(layout.cost).min().orElse(1);
        for (int k = 0; k < value.length; k++) {
            double best = Double.MAX_VALUE;
            for (int s = 0; s < layout.stock.size(); s++) {
                if (layout.stockRanks(s)[k] >= 0 && layout.fit(k, layout.stockRoom[s], 1) > 0) {
                    best = Math.min(best, layout.cost[s] * share(layout.need[k], layout.stockRoom[s]));
                }
            }
            if (best == Double.MAX_VALUE) {
                best = cheapest;
            }
            value[k] = Math.max(best, 1e-6 * cheapest);
        }
        return value;
    }

    private static double share(long[] need, long[] room) {
        double most = 0;
        for (int d = 0; d < need.length; d++) {
            if (need[d] > 0) {
                most = Math.max(most, need[d] / (double) room[d]);
            }
        }
        return most;
    }

    /** Values after the last search, for packing more pieces of the same layout. */
    double[] values() {
        return value;
    }

    Packing search(Packing start) {
        var meter = new WorkMeter(budget);
        var first = start.copy();
        new ValuePacking(layout, value, BULK[0], 0, meter).useExisting(first);
        double bound = 0;
        Packing best = first;
        if (!first.isComplete()) {
            bound = layout.hosts.isEmpty() ? bound(first) : 0;
            best = searchNew(start, first, bound, meter);
        }
        return new Repacking(layout, value, new WorkMeter(budget / 2)).improve(best, bound);
    }

    /** What the nodes still to be bought must cost at least, for the resource that costs most. */
    private double bound(Packing prepared) {
        double bound = 0;
        for (int d = 0; d < layout.dims; d++) {
            double rate = Double.MAX_VALUE;
            for (int s = 0; s < layout.stock.size(); s++) {
                rate = layout.stockRoom[s][d] == 0 ? rate : Math.min(rate, layout.cost[s] / layout.stockRoom[s][d]);
            }
            double wanted = 0;
            for (int k = 0; k < layout.need.length; k++) {
                wanted += (double) layout.need[k][d] * prepared.left[k];
            }
            bound = wanted == 0 ? bound : Math.max(bound, wanted * rate);
        }
        return prepared.cost() + bound;
    }

    private Packing searchNew(Packing start, Packing first, double bound, WorkMeter meter) {
        Packing best = null;
        double[] bestValue = value;
        double slotPrice = 0;
        int fruitless = 0;
        for (int pass = 0; pass < 3 || (pass < MOST_PASSES && fruitless < PATIENCE && !meter.isSpent()); pass++) {
            var packing = pass == 0 ? first.copy() : start.copy();
            var packer = new ValuePacking(layout, value, BULK[pass % BULK.length], slotPrice, meter);
            if (pass > 0) {
                packer.useExisting(packing);
            }
            packer.buy(packing);
            Repacking.rightSize(packing);
            fruitless++;
            if (best == null || isBetter(packing, best)) {
                fruitless = 0;
                best = packing;
                bestValue = value;
            }
            boolean boughtNothing = best.added() == start.added() && pass > 1;
            if (boughtNothing || (best.isComplete() && best.cost() <= bound * (1 + 1e-9))) {
                break;
            }
            if (!packing.isComplete() && packing.added() >= layout.maxNew) {
                slotPrice =
                        slotPrice == 0 ? Arrays.stream(layout.cost).average().orElse(1) : 2 * slotPrice;
            }
            value = corrected(packing, packer);
        }
        value = bestValue;
        return best == null ? first : best;
    }

    static boolean isBetter(Packing a, Packing b) {
        long leftA = Arrays.stream(a.left).sum();
        long leftB = Arrays.stream(b.left).sum();
        if (leftA != leftB) {
            return leftA < leftB;
        }
        double difference = a.cost() - b.cost();
        return Math.abs(difference) > 1e-9 ? difference < 0 : a.spareCost() < b.spareCost() - 1e-9;
    }

    private double[] corrected(Packing packing, ValuePacking packer) {
        var paid = new double[value.length];
        var served = new double[value.length];
        Bin last = null;
        double rate = 0;
        for (Bin bin : packing.addedBins()) {
            if (bin != last) {
                rate = layout.cost[bin.stock] / Math.max(1e-12, packer.worth(bin));
                last = bin;
            }
            for (int i = 0; i < bin.kinds.length; i++) {
                paid[bin.kinds[i]] += value[bin.kinds[i]] * rate * bin.counts[i];
                served[bin.kinds[i]] += bin.counts[i];
            }
        }
        var next = value.clone();
        for (int k = 0; k < next.length; k++) {
            if (served[k] > 0) {
                next[k] = MEMORY * value[k] + (1 - MEMORY) * paid[k] / served[k];
            }
        }
        return next;
    }
}
