package io.manta.spi.model;

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
        var draft = new Draft(this);
        draft.minWorkers = min;
        draft.maxWorkers = max;
        return draft.finish();
    }

    public NodeType withLaunchHash(String hash) {
        var draft = new Draft(this);
        draft.launchHash = hash;
        return draft.finish();
    }

    public NodeType withZeroed(Set<String> names) {
        var draft = new Draft(this);
        draft.zeroed = names;
        return draft.finish();
    }

    public NodeType withPrice(double price) {
        var draft = new Draft(this);
        draft.pricePerHour = OptionalDouble.of(price);
        return draft.finish();
    }

    public NodeType withResources(Resources known) {
        var draft = new Draft(this);
        draft.resources = known;
        return draft.finish();
    }

    public NodeType withLabels(Map<String, String> newLabels) {
        var draft = new Draft(this);
        draft.labels = newLabels;
        return draft.finish();
    }

    public NodeType withNodeConfig(Map<String, Object> settings) {
        var draft = new Draft(this);
        draft.nodeConfig = settings;
        return draft.finish();
    }

    /** What a copy may differ in; Java has no such thing for records yet. */
    private static final class Draft {
        private final NodeType from;
        private Resources resources;
        private Map<String, String> labels;
        private int minWorkers;
        private int maxWorkers;
        private OptionalDouble pricePerHour;
        private Map<String, Object> nodeConfig;
        private String launchHash;
        private Set<String> zeroed;

        Draft(NodeType from) {
            this.from = from;
            this.resources = from.resources;
            this.labels = from.labels;
            this.minWorkers = from.minWorkers;
            this.maxWorkers = from.maxWorkers;
            this.pricePerHour = from.pricePerHour;
            this.nodeConfig = from.nodeConfig;
            this.launchHash = from.launchHash;
            this.zeroed = from.zeroed;
        }

        NodeType finish() {
            return new NodeType(
                    from.name,
                    resources,
                    labels,
                    minWorkers,
                    maxWorkers,
                    from.idleTimeout,
                    from.priority,
                    pricePerHour,
                    nodeConfig,
                    from.initializationCommands,
                    from.workerSetupCommands,
                    from.docker,
                    launchHash,
                    zeroed);
        }
    }
}
