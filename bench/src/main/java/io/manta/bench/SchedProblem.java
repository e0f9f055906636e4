package io.manta.bench;

import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.LabelSelector;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** A problem in the {@code sched-problem/1} format: a cluster as it stands, and demand. Amounts there are plain doubles. */
record SchedProblem(
        String name,
        Optional<Integer> maxNodes,
        Optional<Double> idleTimeoutSeconds,
        boolean checkLaunchHash,
        List<Type> types,
        List<Existing> nodes,
        List<Wanted> requests,
        boolean grouped,
        List<GroupWanted> gangs,
        List<Wanted> floor,
        Map<String, Double> availability) {

    record Type(
            String name,
            Resources resources,
            int min,
            int max,
            Map<String, String> labels,
            int priority,
            Optional<Double> idleTimeoutSeconds,
            String launchHash,
            OptionalDouble pricePerHour) {}

    /** @param launchHash absent when the file does not say */
    record Existing(
            String id,
            String type,
            boolean head,
            boolean running,
            Resources total,
            Resources available,
            Map<String, String> labels,
            double idleMillis,
            List<String> strictSpreadGangs,
            Optional<String> launchHash) {}

    /** @param raw the entry as it stands in the file, to be repeated in answers */
    record Wanted(Resources shape, List<LabelSelector> selectors, long count, Map<String, Object> raw) {}

    record GroupWanted(String id, Demand.Strategy strategy, List<Demand.Bundle> bundles) {}

    Type type(String wanted) {
        return types.stream()
                .filter(t -> t.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no type " + wanted + " in " + name));
    }

    boolean knows(String type) {
        return types.stream().anyMatch(t -> t.name().equals(type));
    }
}
