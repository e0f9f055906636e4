package io.manta.core.setup;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import java.util.Map;
import java.util.Optional;

/**
 * All that decides how one node is set up.
 *
 * @param tags what its machine carries now
 * @param headAddress internal address of the head's machine, for workers
 * @param rayRuns whether Ray is known to run on the node
 */
public record SetupRequest(
        ClusterConfig config,
        NodeId node,
        NodeRole role,
        String type,
        Map<String, String> tags,
        Optional<String> headAddress,
        boolean rayRuns,
        RestartMode restart) {
    public SetupRequest {
        tags = Map.copyOf(tags);
    }

    boolean isHead() {
        return role == NodeRole.HEAD;
    }
}
