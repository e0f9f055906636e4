package io.manta.core.schedule;

import io.manta.spi.ray.Demand;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where demand goes: a witness that can be checked line by line against the problem it answers.
 *
 * @param assignments hosts that hold something, in the order of the problem, then every added node
 * @param requests unserved counts by index into {@link Demand#requests()}
 * @param gangs indexes into {@link Demand#gangs()} of those not placed
 * @param floor unserved counts by index into {@link Demand#floor()}
 */
public record Schedule(
        List<Assignment> assignments, Map<Integer, Long> requests, List<Integer> gangs, Map<Integer, Long> floor) {
    /** One bundle of a gang, both by index. */
    public record BundleRef(int gang, int bundle) {}

    /**
     * What one node is to hold.
     *
     * @param node the host's id, or a name of ours for an added node
     * @param requests counts by index into the demand's requests
     * @param floor counts by index into the demand's floor
     */
    public record Assignment(
            String node,
            String type,
            boolean added,
            Map<Integer, Long> requests,
            List<BundleRef> bundles,
            Map<Integer, Long> floor) {
        public boolean isEmpty() {
            return requests.isEmpty() && bundles.isEmpty() && floor.isEmpty();
        }
    }

    /** How many nodes of each type are added, by type name. */
    public Map<String, Integer> launches() {
        var counts = new TreeMap<String, Integer>();
        for (Assignment assignment : assignments) {
            if (assignment.added()) {
                counts.merge(assignment.type(), 1, Integer::sum);
            }
        }
        return counts;
    }

    /** What the added nodes cost per hour; types without a price are rated by their size. */
    public double price(List<SchedulingProblem.Stock> stock) {
        double[] prices = Weights.prices(stock);
        Map<String, Integer> launches = launches();
        double sum = 0;
        for (int s = 0; s < prices.length; s++) {
            sum += prices[s] * launches.getOrDefault(stock.get(s).type(), 0);
        }
        return sum;
    }

    /** How many pieces of demand found no place, each gang counted as one. */
    public long leftOver() {
        return gangs.size()
                + requests.values().stream().mapToLong(n -> n).sum()
                + floor.values().stream().mapToLong(n -> n).sum();
    }

    /** Whether less is left over than by another answer to the same demand: gangs come first, then single pieces. */
    public boolean servesMoreThan(Schedule other) {
        return gangs.size() != other.gangs.size() ? gangs.size() < other.gangs.size() : leftOver() < other.leftOver();
    }

    /** Whether nothing is left over. */
    public boolean isComplete() {
        return requests.isEmpty() && gangs.isEmpty() && floor.isEmpty();
    }
}
