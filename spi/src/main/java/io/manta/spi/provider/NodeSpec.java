package io.manta.spi.provider;

import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeType;
import java.util.Map;

/**
 * One node to launch.
 *
 * @param tags everything to put on the machine in the call that makes it, {@code manta-node-id} included
 */
public record NodeSpec(NodeId id, NodeRole role, NodeType type, Map<String, String> tags) {
    public NodeSpec {
        tags = Map.copyOf(tags);
    }
}
