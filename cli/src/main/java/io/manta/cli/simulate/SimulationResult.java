package io.manta.cli.simulate;

import java.util.List;
import java.util.Map;

/**
 * What came of a simulation.
 *
 * @param launches machines made, by node type
 * @param waits seconds from submission to start, sorted
 * @param utilization share of the CPUs there were that worked, 0 to 1
 */
record SimulationResult(
        String name,
        double cost,
        double nodeHours,
        Map<String, Integer> launches,
        int peakNodes,
        long finished,
        long restarted,
        long stillWaiting,
        List<Double> waits,
        double utilization,
        List<Sample> samples) {
    /** How it stood at one moment. */
    record Sample(long seconds, int nodes, int coming, long waiting, double cpus, double busyCpus, double costSoFar) {}

    /** @param share 0 to 1 */
    double waited(double share) {
        if (waits.isEmpty()) {
            return 0;
        }
        int index = (int) Math.ceil(share * waits.size()) - 1;
        return waits.get(Math.max(0, Math.min(waits.size() - 1, index)));
    }

    int launched() {
        return launches.values().stream().mapToInt(n -> n).sum();
    }
}
