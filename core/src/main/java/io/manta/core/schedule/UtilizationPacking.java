package io.manta.core.schedule;

import io.manta.spi.model.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Packs the way Ray's own autoscaler ranks nodes: the most demanding pieces first, always into the node that they use best,
 * prices ignored. It is the yardstick: whatever another method proposes must serve no less and cost no more.
 */
final class UtilizationPacking {
    private final Layout layout;
    private final boolean floor;
    private final int[] order;
    private final WorkMeter meter;

    UtilizationPacking(Layout layout, boolean floor, WorkMeter meter) {
        this.layout = layout;
        this.floor = floor;
        this.meter = meter;
        Comparator<Kind.Key> demanding = Comparator.<Kind.Key>comparingInt(
                        k -> (k.apart().isPresent() ? 1 : 0) + (k.require().isPresent() ? 1 : 0))
                .thenComparingInt(k -> k.selectors().isEmpty()
                        ? 0
                        : k.selectors().getFirst().getFirst().terms().size())
                .thenComparingInt(k -> k.shape().units().size())
                .thenComparingDouble(UtilizationPacking::rawSum)
                .thenComparing(UtilizationPacking::byNames);
        order = IntStream.range(0, layout.kinds.size())
                .boxed()
                .sorted(Comparator.<Integer, Kind.Key>comparing(k -> layout.kinds.get(k).key, demanding.reversed())
                        .thenComparing(k -> k))
                .mapToInt(k -> k)
                .toArray();
    }

    private static double rawSum(Kind.Key key) {
        return key.shape().units().values().stream().mapToDouble(v -> v).sum();
    }

    /** The first resource by name that differs decides. */
    private static int byNames(Kind.Key a, Kind.Key b) {
        var others = b.shape().units().entrySet().iterator();
        for (var entry : a.shape().units().entrySet()) {
            if (!others.hasNext()) {
                return 1;
            }
            var other = others.next();
            int byName = entry.getKey().compareTo(other.getKey());
            int byEntry = byName != 0 ? byName : Long.compare(entry.getValue(), other.getValue());
            if (byEntry != 0) {
                return byEntry;
            }
        }
        return others.hasNext() ? -1 : 0;
    }

    void run(Packing packing) {
        var untouched =
                new ArrayList<>(IntStream.range(0, packing.bins.size()).boxed().toList());
        while (!packing.isComplete() && !meter.isSpent()) {
            Integer best = null;
            Bin bestBin = null;
            Score bestScore = null;
            for (Integer b : untouched) {
                Bin bin = packing.bins.get(b);
                Bin filled = fill(bin, packing.left);
                if (filled != bin) {
                    Score score = score(filled);
                    if (bestScore == null || score.compareTo(bestScore) > 0) {
                        best = b;
                        bestBin = filled;
                        bestScore = score;
                    }
                }
            }
            if (best == null || bestBin == null) {
                break;
            }
            place(packing, best, bestBin);
            untouched.remove((Object) best);
        }
        buy(packing);
    }

    private void buy(Packing packing) {
        while (!packing.isComplete() && !meter.isSpent()) {
            Bin best = null;
            Score bestScore = null;
            for (int s = 0; s < layout.stock.size(); s++) {
                if (packing.mayBuy(s)) {
                    Bin filled = fill(layout.emptyStock(s), packing.left);
                    if (!filled.isEmpty()) {
                        Score score = score(filled);
                        if (best == null || bestScore == null || isBetter(score, filled, bestScore, best)) {
                            best = filled;
                            bestScore = score;
                        }
                    }
                }
            }
            if (best == null) {
                return;
            }
            packing.buy(best, 1);
        }
    }

    private boolean isBetter(Score a, Bin binA, Score b, Bin binB) {
        int byScore = a.compareTo(b);
        return byScore != 0 ? byScore > 0 : layout.cost[binA.stock] < layout.cost[binB.stock];
    }

    private static void place(Packing packing, int index, Bin filled) {
        Bin before = packing.bins.get(index);
        for (int i = 0; i < filled.kinds.length; i++) {
            long had = i < before.kinds.length ? before.counts[i] : 0;
            packing.left[filled.kinds[i]] -= filled.counts[i] - had;
        }
        packing.bins.set(index, filled);
    }

    private Bin fill(Bin start, long[] wanted) {
        Bin bin = start;
        byte[] ranks = layout.ranks(start);
        meter.add(order.length);
        for (int kind : order) {
            if (wanted[kind] > 0 && ranks[kind] >= 0) {
                long fit = bin.fit(layout, kind, wanted[kind]);
                if (fit > 0) {
                    bin = bin.with(layout, kind, fit);
                }
            }
        }
        return bin;
    }

    /** Larger is better, the first difference decides. */
    private record Score(int rank, boolean gpuMeant, int names, double least, double mean)
            implements Comparable<Score> {
        @Override
        public int compareTo(Score other) {
            return Comparator.comparingInt(Score::rank)
                    .thenComparing(Score::gpuMeant)
                    .thenComparingInt(Score::names)
                    .thenComparingDouble(Score::least)
                    .thenComparingDouble(Score::mean)
                    .compare(this, other);
        }
    }

    private Score score(Bin bin) {
        Resources total = bin.host >= 0
                ? layout.hosts.get(bin.host).total()
                : layout.stock.get(bin.stock).resources();
        Resources free = bin.host >= 0 && !floor ? layout.hosts.get(bin.host).free() : total;
        var placed = Resources.NONE;
        int rank = 0;
        boolean wantsGpu = false;
        for (int i = 0; i < bin.kinds.length; i++) {
            Kind.Key key = layout.kinds.get(bin.kinds[i]).key;
            placed = placed.plus(key.shape(), bin.counts[i]);
            wantsGpu |= layout.wantsGpu[bin.kinds[i]];
            if (rank == 0 && !key.selectors().isEmpty()) {
                rank = key.selectors().getFirst().size() - layout.ranks(bin)[bin.kinds[i]];
            }
        }
        double least = Double.MAX_VALUE;
        double sum = 0;
        for (Map.Entry<String, Long> entry : total.units().entrySet()) {
            double has = entry.getValue() / (double) Resources.SCALE;
            double rest = (free.get(entry.getKey()) - placed.get(entry.getKey())) / (double) Resources.SCALE;
            double used = has * Math.pow((has - rest) / has, 3);
            least = Math.min(least, used);
            sum += used;
        }
        List<String> names =
                placed.units().keySet().stream().filter(n -> total.get(n) > 0).toList();
        boolean gpuMeant = total.get(Resources.GPU) == 0 || wantsGpu;
        int size = total.units().size();
        return new Score(rank, gpuMeant, names.size(), size == 0 ? 0 : least, size == 0 ? 0 : sum / size);
    }
}
