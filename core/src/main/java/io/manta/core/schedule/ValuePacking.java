package io.manta.core.schedule;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Fills nodes by value. Every kind has a value, an estimate of what serving one piece costs; a bought node is filled with
 * the most value its room takes, the node with the most value for its price is bought, as often as its contents are wanted,
 * and so on until nothing is left. Costs grow with the number of kinds and of different nodes, not with counts.
 */
final class ValuePacking {
    private final Layout layout;
    private final double[] value;
    private final double slotPrice;
    private final int[][] stockOrder;
    private final int[] hostOrder;
    private final int[] gpuOrder;
    private final WorkMeter meter;
    private int[] scratchKinds = new int[16];
    private long[] scratchCounts = new long[16];

    /**
     * @param value of one piece of each kind
     * @param bulk how much large pieces go before small ones of equal value for their size, 0 not at all
     * @param slotPrice added to the price of each node, for when nodes are the scarce thing
     */
    ValuePacking(Layout layout, double[] value, double bulk, double slotPrice, WorkMeter meter) {
        this.layout = layout;
        this.value = value;
        this.slotPrice = slotPrice;
        this.meter = meter;
        var largest = new long[layout.dims];
        for (long[] room : layout.stockRoom) {
            widen(largest, room);
        }
        for (long[] room : layout.hostRoom) {
            widen(largest, room);
        }
        hostOrder = order(largest, null, bulk);
        gpuOrder = Arrays.stream(hostOrder).filter(k -> layout.wantsGpu[k]).toArray();
        stockOrder = new int[layout.stock.size()][];
        for (int s = 0; s < stockOrder.length; s++) {
            stockOrder[s] = order(layout.stockRoom[s], layout.stockRanks(s), bulk);
        }
    }

    private static void widen(long[] largest, long[] room) {
        for (int d = 0; d < largest.length; d++) {
            largest[d] = Math.max(largest[d], room[d]);
        }
    }

    private int[] order(long[] room, byte @Nullable [] ranks, double bulk) {
        var score = new double[layout.kinds.size()];
        for (int k = 0; k < score.length; k++) {
            double size = 1e-6;
            for (int d = 0; d < layout.dims; d++) {
                size += room[d] == 0 ? 0 : layout.need[k][d] / (double) room[d];
            }
            score[k] = value[k] * (ranks == null ? 1 : preference(ranks[k])) / Math.pow(size, 1 - bulk);
        }
        return IntStream.range(0, score.length)
                .filter(k -> ranks == null || (ranks[k] >= 0 && layout.fit(k, room, 1) > 0))
                .boxed()
                .sorted(Comparator.comparingDouble(k -> -score[k]))
                .mapToInt(k -> k)
                .toArray();
    }

    /** A second choice is worth half of a first one: taken when the first costs more than twice as much. */
    private static double preference(byte rank) {
        return rank <= 0 ? 1 : 1.0 / (1L << Math.min(rank, 30));
    }

    /** Places as much of what is left as possible. */
    void run(Packing packing) {
        useExisting(packing);
        buy(packing);
    }

    /**
     * Nodes that stay anyway first, those that could go last; on nodes with GPUs those who want them first. Unused nodes are
     * filled in the way in which such nodes are bought, so that nodes on their way are used as they were meant.
     */
    void useExisting(Packing packing) {
        List<Integer> staying = bins(packing, false);
        sweep(packing, staying.stream().filter(b -> !isFresh(packing, b)).toList(), true);
        fillFresh(packing, staying.stream().filter(b -> isFresh(packing, b)).toList());
        sweep(packing, staying, false);
        List<Integer> spare = bins(packing, true);
        sweep(packing, spare, true);
        sweep(packing, spare, false);
    }

    private boolean isFresh(Packing packing, int b) {
        return b < layout.hosts.size()
                && layout.hostLikeStock[b] >= 0
                && packing.bins.get(b).isEmpty();
    }

    private void fillFresh(Packing packing, List<Integer> fresh) {
        var unused = new ArrayList<Deque<Integer>>();
        for (int s = 0; s < stockOrder.length; s++) {
            unused.add(new ArrayDeque<>());
        }
        fresh.forEach(b -> unused.get(layout.hostLikeStock[b]).add(b));
        var patterns = new @Nullable Bin[stockOrder.length];
        while (true) {
            int best = best(patterns, packing, s -> !unused.get(s).isEmpty());
            if (best < 0) {
                return;
            }
            Bin pattern = chosen(patterns, best);
            long times = times(pattern, packing, unused.get(best).size());
            for (long i = 0; i < times; i++) {
                int b = unused.get(best).remove();
                commit(packing, b, packing.bins.get(b), new Bin(b, -1, pattern.room, pattern.kinds, pattern.counts));
            }
        }
    }

    private List<Integer> bins(Packing packing, boolean spare) {
        if (packing.isComplete()) {
            return List.of();
        }
        var total = new double[packing.bins.size()];
        for (int b = 0; b < total.length; b++) {
            Bin bin = packing.bins.get(b);
            for (int d = 0; d < layout.dims; d++) {
                total[b] += bin.room[d] / (1.0 + largestNeed(d));
            }
        }
        Comparator<Integer> bySize = Comparator.comparingDouble(b -> total[b]);
        return IntStream.range(0, packing.bins.size())
                .filter(b -> layout.isSpare(packing.bins.get(b)) == spare)
                .boxed()
                .sorted((spare ? bySize.reversed() : bySize).thenComparing(b -> b))
                .toList();
    }

    private double largestNeed(int dim) {
        double most = 0;
        for (long[] n : layout.need) {
            most = Math.max(most, (double) n[dim]);
        }
        return most;
    }

    private void sweep(Packing packing, List<Integer> bins, boolean sparingGpus) {
        for (int b : bins) {
            Bin bin = packing.bins.get(b);
            boolean gpu = bin.host >= 0 && layout.hostHasGpu[bin.host];
            Bin filled = fill(bin, sparingGpus && gpu ? gpuOrder : hostOrder, layout.ranks(bin), packing.left);
            if (filled != bin) {
                commit(packing, b, bin, filled);
                if (packing.isComplete()) {
                    return;
                }
            }
        }
    }

    private static void commit(Packing packing, int index, Bin before, Bin after) {
        for (int i = 0; i < after.kinds.length; i++) {
            long had = i < before.counts.length ? before.counts[i] : 0;
            packing.left[after.kinds[i]] -= after.counts[i] - had;
        }
        packing.bins.set(index, after);
    }

    void buy(Packing packing) {
        var patterns = new @Nullable Bin[stockOrder.length];
        while (true) {
            int best = best(patterns, packing, packing::mayBuy);
            if (best < 0) {
                return;
            }
            Bin pattern = chosen(patterns, best);
            packing.buy(pattern, (int) times(pattern, packing, packing.roomFor(best)));
        }
    }

    private static Bin chosen(@Nullable Bin[] patterns, int s) {
        return Objects.requireNonNull(patterns[s]);
    }

    /** The stock whose node, filled as well as it can be, is worth most for its price; -1 when none takes anything. */
    private int best(@Nullable Bin[] patterns, Packing packing, IntPredicate isOpen) {
        int best = -1;
        double bestRatio = 0;
        for (int s = 0; s < patterns.length; s++) {
            if (!isOpen.test(s)) {
                continue;
            }
            Bin pattern = patterns[s];
            if (pattern == null || !isWanted(pattern, packing.left)) {
                pattern = fill(layout.emptyStock(s), stockOrder[s], layout.stockRanks(s), packing.left);
                patterns[s] = pattern;
            }
            double ratio = worth(pattern) / (layout.cost[s] + slotPrice);
            if (ratio > 0 && (best < 0 || isBetter(s, ratio, best, bestRatio))) {
                best = s;
                bestRatio = ratio;
            }
        }
        return best;
    }

    private boolean isBetter(int s, double ratio, int other, double otherRatio) {
        if (Math.abs(ratio - otherRatio) > 1e-9 * otherRatio) {
            return ratio > otherRatio;
        }
        var a = layout.stock.get(s);
        var b = layout.stock.get(other);
        int byAvailability = Double.compare(a.availability(), b.availability());
        return byAvailability != 0 ? byAvailability > 0 : a.priority() > b.priority();
    }

    private static boolean isWanted(Bin pattern, long[] left) {
        for (int i = 0; i < pattern.kinds.length; i++) {
            if (left[pattern.kinds[i]] < pattern.counts[i]) {
                return false;
            }
        }
        return true;
    }

    private static long times(Bin pattern, Packing packing, long most) {
        long times = most;
        for (int i = 0; i < pattern.kinds.length; i++) {
            times = Math.min(times, packing.left[pattern.kinds[i]] / pattern.counts[i]);
        }
        return times;
    }

    double worth(Bin bin) {
        byte[] ranks = layout.ranks(bin);
        double sum = 0;
        for (int i = 0; i < bin.kinds.length; i++) {
            sum += value[bin.kinds[i]] * bin.counts[i] * preference(ranks[bin.kinds[i]]);
        }
        return sum;
    }

    private Bin fill(Bin bin, int[] order, byte[] ranks, long[] wanted) {
        long[] room = bin.room.clone();
        int size = bin.kinds.length;
        ensureScratch(size + order.length);
        System.arraycopy(bin.kinds, 0, scratchKinds, 0, size);
        System.arraycopy(bin.counts, 0, scratchCounts, 0, size);
        int before = size;
        meter.add(order.length);
        boolean changed = false;
        for (int kind : order) {
            long count = wanted[kind] == 0 || ranks[kind] < 0 ? 0 : layout.fit(kind, room, wanted[kind]);
            if (count == 0) {
                continue;
            }
            int group = layout.apart[kind];
            if (group >= 0) {
                if (holds(group, size)) {
                    continue;
                }
                count = 1;
            }
            long[] need = layout.need[kind];
            for (int d = 0; d < room.length; d++) {
                room[d] -= need[d] * count;
            }
            changed = true;
            int at = indexOf(kind, before);
            if (at >= 0) {
                scratchCounts[at] += count;
            } else {
                scratchKinds[size] = kind;
                scratchCounts[size++] = count;
            }
        }
        return changed
                ? new Bin(
                        bin.host,
                        bin.stock,
                        room,
                        Arrays.copyOf(scratchKinds, size),
                        Arrays.copyOf(scratchCounts, size))
                : bin;
    }

    private boolean holds(int group, int size) {
        for (int i = 0; i < size; i++) {
            if (layout.apart[scratchKinds[i]] == group) {
                return true;
            }
        }
        return false;
    }

    private int indexOf(int kind, int size) {
        for (int i = 0; i < size; i++) {
            if (scratchKinds[i] == kind) {
                return i;
            }
        }
        return -1;
    }

    private void ensureScratch(int size) {
        if (scratchKinds.length < size) {
            scratchKinds = new int[size * 2];
            scratchCounts = new long[size * 2];
        }
    }
}
