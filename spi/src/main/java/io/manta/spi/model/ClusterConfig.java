package io.manta.spi.model;

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

    public ClusterConfig withProvider(ProviderSettings changed) {
        return copy(changed, nodeTypes, files, commands, headRuntimeHash, workerRuntimeHash);
    }

    public ClusterConfig withCommands(CommandSettings changed) {
        return copy(provider, nodeTypes, files, changed, headRuntimeHash, workerRuntimeHash);
    }

    public ClusterConfig withNodeTypes(Map<String, NodeType> changed) {
        return copy(provider, changed, files, commands, headRuntimeHash, workerRuntimeHash);
    }

    /** With all that fingerprints are kept in. */
    public ClusterConfig withFingerprints(
            Map<String, NodeType> types, FileSettings contents, String headRuntime, String workerRuntime) {
        return copy(provider, types, contents, commands, headRuntime, workerRuntime);
    }

    private ClusterConfig copy(
            ProviderSettings newProvider,
            Map<String, NodeType> newTypes,
            FileSettings newFiles,
            CommandSettings newCommands,
            String newHeadRuntime,
            String newWorkerRuntime) {
        return new ClusterConfig(
                name,
                newProvider,
                newTypes,
                headType,
                maxWorkers,
                upscalingSpeed,
                idleTimeout,
                auth,
                docker,
                newFiles,
                newCommands,
                newHeadRuntime,
                newWorkerRuntime);
    }
}
