package io.manta.core.schedule;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Tries everything: each piece on each node, there or bought, or left over. What gangs need must be placed; of the rest the
 * least is left over, for the least money. Only for problems of a few pieces and nodes; gives up when they are not.
 */
final class ExactPacking {
    static final int MOST_PIECES = 12;
    static final int MOST_HOSTS = 8;

    private final Layout layout;
    private final WorkMeter meter;
    private final int[] pieces;
    private final boolean[] must;

    private Packing current;
    private long unserved;
    private double cost;
    private @Nullable Packing best;
    private long bestUnserved;
    private double bestCost;
    private double bestSpare;

    private ExactPacking(Packing start, WorkMeter meter) {
        this.layout = start.layout;
        this.meter = meter;
        current = start.copy();
        pieces = new int[(int) Arrays.stream(start.left).sum()];
        must = new boolean[pieces.length];
        int next = 0;
        for (int k = 0; k < start.left.length; k++) {
            for (int i = 0; i < start.left[k]; i++) {
                must[next] = i < start.ofGangs[k];
                pieces[next++] = k;
            }
        }
    }

    /** The best packing of what {@code start} has left, or {@code start} itself where there is none or it takes too long. */
    static Packing search(Packing start, WorkMeter meter) {
        if (Arrays.stream(start.left).sum() > MOST_PIECES) {
            return start;
        }
        var search = new ExactPacking(start, meter);
        search.place(0, 0);
        return search.best == null || meter.isSpent() ? start : search.best;
    }

    /** @param from where a piece equal to the one before may go at the earliest, so that no two orders are both tried */
    private void place(int next, int from) {
        meter.add(1);
        if (meter.isSpent() || isHopeless()) {
            return;
        }
        if (next == pieces.length) {
            keep();
            return;
        }
        int kind = pieces[next];
        int bins = current.bins.size();
        for (int b = from; b < bins; b++) {
            Bin bin = current.bins.get(b);
            if (layout.ranks(bin)[kind] >= 0 && bin.fit(layout, kind, 1) > 0 && !isLikeAnEarlierOne(b, from)) {
                put(next, b);
                current.bins.set(b, bin);
            }
        }
        for (int s = 0; s < layout.stock.size(); s++) {
            Bin fresh = layout.emptyStock(s);
            if (current.mayBuy(s) && layout.stockRanks(s)[kind] >= 0 && fresh.fit(layout, kind, 1) > 0) {
                current.bins.add(fresh);
                current.bought[s]++;
                cost += layout.cost[s];
                put(next, bins);
                cost -= layout.cost[s];
                current.bought[s]--;
                current.bins.removeLast();
            }
        }
        if (!must[next]) {
            leaveOver(next);
        }
    }

    private void put(int next, int b) {
        int kind = pieces[next];
        current.put(b, kind, 1);
        boolean sameFollows = next + 1 < pieces.length && pieces[next + 1] == kind;
        place(next + 1, sameFollows ? b : 0);
        current.left[kind]++;
    }

    /** Where one piece is left over, so are its equals: they could as well have been the one. */
    private void leaveOver(int next) {
        int after = next;
        while (after < pieces.length && pieces[after] == pieces[next]) {
            after++;
        }
        unserved += after - next;
        place(after, 0);
        unserved -= after - next;
    }

    private boolean isLikeAnEarlierOne(int b, int from) {
        Bin bin = current.bins.get(b);
        for (int i = from; i < b; i++) {
            Bin other = current.bins.get(i);
            if (other.isEmpty()
                    && bin.isEmpty()
                    && other.host >= 0
                    && bin.host >= 0
                    && layout.isSpare(other) == layout.isSpare(bin)
                    && layout.hostCost[other.host] == layout.hostCost[bin.host]
                    && Arrays.equals(other.room, bin.room)
                    && Arrays.equals(layout.ranks(other), layout.ranks(bin))) {
                return true;
            }
        }
        return false;
    }

    private boolean isHopeless() {
        if (best == null || unserved != bestUnserved) {
            return best != null && unserved > bestUnserved;
        }
        return cost > bestCost + 1e-9 || (cost > bestCost - 1e-9 && current.spareCost() > bestSpare - 1e-9);
    }

    private void keep() {
        best = current.copy();
        bestUnserved = unserved;
        bestCost = cost;
        bestSpare = current.spareCost();
    }
}
