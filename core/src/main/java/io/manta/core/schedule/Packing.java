package io.manta.core.schedule;

import java.util.ArrayList;
import java.util.List;

/** A partial or whole answer: every bin with its contents, and what is still to be placed. Cheap to copy. */
final class Packing {
    final Layout layout;
    /** Hosts in the order of the layout, then bought nodes. */
    final List<Bin> bins;

    final long[] left;
    final int[] bought;
    /** Of what there was to place, what gangs need: these pieces come first. */
    final long[] ofGangs;

    Packing(Layout layout) {
        this.layout = layout;
        bins = new ArrayList<>(layout.hosts.size());
        for (int h = 0; h < layout.hosts.size(); h++) {
            bins.add(layout.emptyHost(h));
        }
        left = new long[layout.kinds.size()];
        bought = new int[layout.stock.size()];
        ofGangs = new long[layout.kinds.size()];
    }

    private Packing(Packing other) {
        layout = other.layout;
        bins = new ArrayList<>(other.bins);
        left = other.left.clone();
        bought = other.bought.clone();
        ofGangs = other.ofGangs.clone();
    }

    Packing copy() {
        return new Packing(this);
    }

    /** Takes over another's contents. */
    void become(Packing other) {
        if (other != this) {
            bins.clear();
            bins.addAll(other.bins);
            System.arraycopy(other.left, 0, left, 0, left.length);
            System.arraycopy(other.bought, 0, bought, 0, bought.length);
        }
    }

    int added() {
        return bins.size() - layout.hosts.size();
    }

    List<Bin> addedBins() {
        return bins.subList(layout.hosts.size(), bins.size());
    }

    boolean mayBuy(int s) {
        return added() < layout.maxNew && bought[s] < layout.stock.get(s).limit();
    }

    /** How many more of a stock may be bought. */
    int roomFor(int s) {
        return Math.min(layout.maxNew - added(), layout.stock.get(s).limit() - bought[s]);
    }

    void buy(Bin bin, int times) {
        for (int i = 0; i < times; i++) {
            bins.add(bin);
        }
        bought[bin.stock] += times;
        for (int i = 0; i < bin.kinds.length; i++) {
            left[bin.kinds[i]] -= bin.counts[i] * times;
        }
    }

    /** Replaces a bin by one that holds more of {@code kind}. */
    void put(int index, int kind, long count) {
        bins.set(index, bins.get(index).with(layout, kind, count));
        left[kind] -= count;
    }

    boolean isComplete() {
        for (long n : left) {
            if (n > 0) {
                return false;
            }
        }
        return true;
    }

    double cost() {
        double sum = 0;
        for (Bin bin : addedBins()) {
            sum += layout.cost[bin.stock];
        }
        return sum;
    }

    /** What the nodes cost that could go if nothing were placed on them. */
    double spareCost() {
        double sum = 0;
        for (int h = 0; h < layout.hosts.size(); h++) {
            if (!bins.get(h).isEmpty() && layout.isSpare(bins.get(h))) {
                sum += layout.hostCost[h];
            }
        }
        return sum;
    }
}
