package io.manta.core.model;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * One kind of node a cluster may have.
 *
 * @param minWorkers kept running whatever the demand
 * @param maxWorkers never exceeded; for the head's type this counts workers only
 * @param idleTimeout overrides the cluster's
 * @param priority breaks ties, larger first
 * @param pricePerHour when known, lets the planner buy the cheapest set
 * @param nodeConfig the provider's own settings, passed through
 * @param initializationCommands replaces the cluster's list on workers of this type
 * @param workerSetupCommands replaces the cluster's list on workers of this type
 * @param docker the effective container settings of workers of this type, when containers are used
 * @param launchHash fingerprint of what a machine of this type is launched with; empty when not computed
 * @param zeroed resources declared as 0, which Ray must be told so that it does not count the machine's own
 */
public record NodeType(
        String name,
        Resources resources,
        Map<String, String> labels,
        int minWorkers,
        int maxWorkers,
        Optional<Duration> idleTimeout,
        int priority,
        OptionalDouble pricePerHour,
        Map<String, Object> nodeConfig,
        Optional<List<String>> initializationCommands,
        Optional<List<String>> workerSetupCommands,
        Optional<DockerSettings> docker,
        String launchHash,
        Set<String> zeroed) {

    public NodeType {
        labels = Map.copyOf(labels);
        zeroed = Set.copyOf(zeroed);
    }

    /** A type that declares no resource as 0. */
    public NodeType(
            String name,
            Resources resources,
            Map<String, String> labels,
            int minWorkers,
            int maxWorkers,
            Optional<Duration> idleTimeout,
            int priority,
            OptionalDouble pricePerHour,
            Map<String, Object> nodeConfig,
            Optional<List<String>> initializationCommands,
            Optional<List<String>> workerSetupCommands,
            Optional<DockerSettings> docker,
            String launchHash) {
        this(
                name,
                resources,
                labels,
                minWorkers,
                maxWorkers,
                idleTimeout,
                priority,
                pricePerHour,
                nodeConfig,
                initializationCommands,
                workerSetupCommands,
                docker,
                launchHash,
                Set.of());
    }

    /** A type with only what planning needs; the rest is empty. */
    public static NodeType of(String name, Resources resources, int minWorkers, int maxWorkers) {
        return new NodeType(
                name,
                resources,
                Map.of(),
                minWorkers,
                maxWorkers,
                Optional.empty(),
                0,
                OptionalDouble.empty(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "");
    }

    public NodeType withLimits(int min, int max) {
        return new NodeType(
                name,
                resources,
                labels,
                min,
                max,
                idleTimeout,
                priority,
                pricePerHour,
                nodeConfig,
                initializationCommands,
                workerSetupCommands,
                docker,
                launchHash,
                zeroed);
    }

    public NodeType withLaunchHash(String hash) {
        return new NodeType(
                name,
                resources,
                labels,
                minWorkers,
                maxWorkers,
                idleTimeout,
                priority,
                pricePerHour,
                nodeConfig,
                initializationCommands,
                workerSetupCommands,
                docker,
                hash,
                zeroed);
    }

    public NodeType withResources(Resources known) {
        return new NodeType(
                name,
                known,
                labels,
                minWorkers,
                maxWorkers,
                idleTimeout,
                priority,
                pricePerHour,
                nodeConfig,
                initializationCommands,
                workerSetupCommands,
                docker,
                launchHash,
                zeroed);
    }

    public NodeType withZeroed(Set<String> names) {
        return new NodeType(
                name,
                resources,
                labels,
                minWorkers,
                maxWorkers,
                idleTimeout,
                priority,
                pricePerHour,
                nodeConfig,
                initializationCommands,
                workerSetupCommands,
                docker,
                launchHash,
                names);
    }

    public NodeType withPrice(double price) {
        return new NodeType(
                name,
                resources,
                labels,
                minWorkers,
                maxWorkers,
                idleTimeout,
                priority,
                OptionalDouble.of(price),
                nodeConfig,
                initializationCommands,
                workerSetupCommands,
                docker,
                launchHash,
                zeroed);
    }

    public NodeType withLabels(Map<String, String> newLabels) {
        return new NodeType(
                name,
                resources,
                Map.copyOf(newLabels),
                minWorkers,
                maxWorkers,
                idleTimeout,
                priority,
                pricePerHour,
                nodeConfig,
                initializationCommands,
                workerSetupCommands,
                docker,
                launchHash,
                zeroed);
    }
}
