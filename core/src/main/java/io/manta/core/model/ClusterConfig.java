package io.manta.core.model;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A validated cluster configuration with every default filled in.
 *
 * @param nodeTypes by name, in the order of the file
 * @param maxWorkers workers in the whole cluster, the head not counted
 * @param docker the head's container settings; workers find theirs in their node type
 * @param headRuntimeHash fingerprint of what set-up makes of the head; empty when not computed
 * @param workerRuntimeHash the same for workers
 */
public record ClusterConfig(
        String name,
        ProviderSettings provider,
        Map<String, NodeType> nodeTypes,
        String headType,
        int maxWorkers,
        double upscalingSpeed,
        Duration idleTimeout,
        AuthSettings auth,
        Optional<DockerSettings> docker,
        FileSettings files,
        CommandSettings commands,
        String headRuntimeHash,
        String workerRuntimeHash) {

    public NodeType nodeType(String type) {
        NodeType found = nodeTypes.get(type);
        if (found == null) {
            throw new IllegalArgumentException("no node type " + type);
        }
        return found;
    }

    public NodeType head() {
        return nodeType(headType);
    }

    public ClusterConfig withProvider(ProviderSettings settings) {
        return new ClusterConfig(
                name,
                settings,
                nodeTypes,
                headType,
                maxWorkers,
                upscalingSpeed,
                idleTimeout,
                auth,
                docker,
                files,
                commands,
                headRuntimeHash,
                workerRuntimeHash);
    }

    public ClusterConfig withCommands(CommandSettings changed) {
        return new ClusterConfig(
                name,
                provider,
                nodeTypes,
                headType,
                maxWorkers,
                upscalingSpeed,
                idleTimeout,
                auth,
                docker,
                files,
                changed,
                headRuntimeHash,
                workerRuntimeHash);
    }

    public ClusterConfig withNodeTypes(Map<String, NodeType> types) {
        return new ClusterConfig(
                name,
                provider,
                types,
                headType,
                maxWorkers,
                upscalingSpeed,
                idleTimeout,
                auth,
                docker,
                files,
                commands,
                headRuntimeHash,
                workerRuntimeHash);
    }
}
