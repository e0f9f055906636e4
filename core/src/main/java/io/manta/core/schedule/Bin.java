package io.manta.core.schedule;

import java.util.Arrays;

/** One node and what it holds, by kind. Never changes: putting something in makes another bin. */
final class Bin {
    static final int[] NONE = {};
    static final long[] NO_COUNTS = {};

    /** Index of the host, or -1 for a bought node. */
    final int host;
    /** Index of the stock it is bought from, or -1 for a host. */
    final int stock;

    final long[] room;
    final int[] kinds;
    final long[] counts;

    Bin(int host, int stock, long[] room, int[] kinds, long[] counts) {
        this.host = host;
        this.stock = stock;
        this.room = room;
        this.kinds = kinds;
        this.counts = counts;
    }

    boolean isEmpty() {
        return kinds.length == 0;
    }

    boolean holdsGang(Layout layout, int gang) {
        for (int kind : kinds) {
            if (layout.apart[kind] == gang) {
                return true;
            }
        }
        return false;
    }

    /** How many pieces of a kind this bin takes beside what it holds. */
    long fit(Layout layout, int kind, long wanted) {
        long fit = layout.fit(kind, room, wanted);
        if (fit > 0 && layout.apart[kind] >= 0) {
            return holdsGang(layout, layout.apart[kind]) ? 0 : 1;
        }
        return fit;
    }

    Bin with(Layout layout, int kind, long count) {
        var left = room.clone();
        long[] need = layout.need[kind];
        for (int d = 0; d < left.length; d++) {
            left[d] -= need[d] * count;
        }
        for (int i = 0; i < kinds.length; i++) {
            if (kinds[i] == kind) {
                var more = counts.clone();
                more[i] += count;
                return new Bin(host, stock, left, kinds, more);
            }
        }
        var moreKinds = Arrays.copyOf(kinds, kinds.length + 1);
        var moreCounts = Arrays.copyOf(counts, counts.length + 1);
        moreKinds[kinds.length] = kind;
        moreCounts[counts.length] = count;
        return new Bin(host, stock, left, moreKinds, moreCounts);
    }

    /** The same contents in a node of another stock; only where they fit. */
    Bin movedTo(Layout layout, int other) {
        var left = layout.stockRoom[other].clone();
        for (int i = 0; i < kinds.length; i++) {
            for (int d = 0; d < left.length; d++) {
                left[d] -= layout.need[kinds[i]][d] * counts[i];
            }
        }
        return new Bin(-1, other, left, kinds, counts);
    }
}
