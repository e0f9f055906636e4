package io.manta.core.schedule;

import io.manta.core.schedule.SchedulingProblem.Host;
import io.manta.core.schedule.SchedulingProblem.Stock;
import io.manta.spi.model.Resources;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * One packing problem as plain arrays: resources by number, only those somebody asks for. Nothing in here changes once it
 * is built.
 */
final class Layout {
    final List<Kind> kinds;
    final List<Host> hosts;
    final List<Stock> stock;
    final int maxNew;

    final int dims;
    /** What one piece of a kind needs. */
    final long[][] need;
    /** Number of the gang whose pieces stay apart, or -1. */
    final int[] apart;

    final boolean[] wantsGpu;
    final long[][] hostRoom;
    final boolean[] hostHasGpu;
    final long[][] stockRoom;
    final double[] cost;
    /** What keeping a host costs, as far as its type tells. */
    final double[] hostCost;

    /** The stock that an unused host is like in room and labels, or -1. */
    final int[] hostLikeStock;

    private final byte[][] hostRank;
    private final byte[][] stockRank;
    private final Map<Kind.Key, Integer> indexes = new HashMap<>();

    /** @param floor measure hosts by all they have instead of what is free */
    Layout(List<Kind> kinds, List<Host> hosts, List<Stock> stock, int maxNew, boolean floor) {
        this.kinds = kinds;
        this.hosts = hosts;
        this.stock = stock;
        this.maxNew = maxNew;
        var names = new TreeSet<String>();
        kinds.forEach(k -> names.addAll(k.key.shape().units().keySet()));
        String[] dimensions = names.toArray(String[]::new);
        dims = dimensions.length;
        need = new long[kinds.size()][];
        apart = new int[kinds.size()];
        wantsGpu = new boolean[kinds.size()];
        var groups = new HashMap<String, Integer>();
        for (int k = 0; k < kinds.size(); k++) {
            Kind.Key key = kinds.get(k).key;
            need[k] = vector(key.shape(), dimensions);
            apart[k] = key.apart()
                    .map(g -> groups.computeIfAbsent(g, x -> groups.size()))
                    .orElse(-1);
            wantsGpu[k] = key.shape().get(Resources.GPU) > 0;
            indexes.put(key, k);
        }
        hostRoom = hosts.stream()
                .map(h -> vector(floor ? h.total() : h.free(), dimensions))
                .toArray(long[][]::new);
        hostHasGpu = new boolean[hosts.size()];
        for (int h = 0; h < hostHasGpu.length; h++) {
            hostHasGpu[h] = hosts.get(h).total().get(Resources.GPU) > 0;
        }
        stockRoom = stock.stream().map(s -> vector(s.resources(), dimensions)).toArray(long[][]::new);
        cost = Weights.prices(stock);
        hostCost = hostCosts();
        hostRank = ranks(hosts.stream().map(Host::labels).toList());
        stockRank = ranks(stock.stream().map(Stock::labels).toList());
        hostLikeStock = new int[hosts.size()];
        for (int h = 0; h < hostLikeStock.length; h++) {
            hostLikeStock[h] = likeStock(h);
        }
    }

    private int likeStock(int h) {
        for (int s = 0; s < stock.size() && !hosts.get(h).spare(); s++) {
            if (stock.get(s).type().equals(hosts.get(h).type())
                    && Arrays.equals(hostRoom[h], stockRoom[s])
                    && Arrays.equals(hostRank[h], stockRank[s])) {
                return s;
            }
        }
        return -1;
    }

    private static long[] vector(Resources resources, String[] names) {
        var out = new long[names.length];
        for (int d = 0; d < names.length; d++) {
            out[d] = Math.max(0, resources.get(names[d]));
        }
        return out;
    }

    private double[] hostCosts() {
        var byType = new HashMap<String, Double>();
        double dearest = 1;
        for (int s = 0; s < cost.length; s++) {
            byType.put(stock.get(s).type(), cost[s]);
            dearest = Math.max(dearest, cost[s]);
        }
        double unknown = dearest;
        return hosts.stream()
                .mapToDouble(h -> byType.getOrDefault(h.type(), unknown))
                .toArray();
    }

    private byte[][] ranks(List<Map<String, String>> labels) {
        // Thousands of nodes share few label sets.
        var known = new HashMap<Map<String, String>, byte[]>();
        var out = new byte[labels.size()][];
        for (int n = 0; n < out.length; n++) {
            out[n] = known.computeIfAbsent(labels.get(n), l -> {
                var ranks = new byte[kinds.size()];
                for (int k = 0; k < ranks.length; k++) {
                    ranks[k] = (byte) Math.min(Byte.MAX_VALUE, kinds.get(k).key.rank(l));
                }
                return ranks;
            });
        }
        return out;
    }

    /** Preference of each kind for a node, -1 where it may not go. */
    byte[] ranks(Bin bin) {
        return bin.host >= 0 ? hostRank[bin.host] : stockRank[bin.stock];
    }

    byte[] stockRanks(int s) {
        return stockRank[s];
    }

    int indexOf(Kind.Key key) {
        Integer index = indexes.get(key);
        if (index == null) {
            throw new IllegalArgumentException("no such kind: " + key);
        }
        return index;
    }

    /** How many pieces of a kind fit into {@code room}, at most {@code wanted}. */
    long fit(int kind, long[] room, long wanted) {
        long[] n = need[kind];
        long fit = wanted;
        for (int d = 0; d < n.length; d++) {
            if (n[d] > 0) {
                fit = Math.min(fit, room[d] / n[d]);
            }
        }
        return fit;
    }

    /** Whether some node, there or to be bought, could hold one piece by itself. */
    boolean isPossible(int kind) {
        for (int h = 0; h < hostRoom.length; h++) {
            if (hostRank[h][kind] >= 0 && fit(kind, hostRoom[h], 1) > 0) {
                return true;
            }
        }
        for (int s = 0; s < stockRoom.length; s++) {
            if (canBuy(s) && stockRank[s][kind] >= 0 && fit(kind, stockRoom[s], 1) > 0) {
                return true;
            }
        }
        return false;
    }

    boolean canBuy(int s) {
        return maxNew > 0 && stock.get(s).limit() > 0;
    }

    Bin emptyHost(int h) {
        return new Bin(h, -1, hostRoom[h], Bin.NONE, Bin.NO_COUNTS);
    }

    Bin emptyStock(int s) {
        return new Bin(-1, s, stockRoom[s], Bin.NONE, Bin.NO_COUNTS);
    }

    boolean isSpare(Bin bin) {
        return bin.host >= 0 && hosts.get(bin.host).spare();
    }
}
