package io.manta.provider.localhost;

import io.manta.provider.common.AcceleratorNames;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import java.util.LinkedHashMap;
import java.util.TreeSet;

/** Says of node types what Ray will say of their nodes: the model of what they hold, and nothing of what they do not. */
record AcceleratorTypes(Accelerators there) {
    ClusterConfig complete(ClusterConfig config) {
        if (there.families().isEmpty()) {
            return config;
        }
        var types = new LinkedHashMap<String, NodeType>();
        config.nodeTypes().forEach((name, type) -> types.put(name, complete(type)));
        return config.withNodeTypes(types);
    }

    private NodeType complete(NodeType type) {
        NodeType result = type;
        for (AcceleratorFamily family : there.families()) {
            boolean holds = type.resources().get(family.resource()) > 0;
            if (!holds) {
                var zeroed = new TreeSet<>(result.zeroed());
                zeroed.add(family.resource());
                result = result.withZeroed(zeroed);
            } else if (!family.type().isEmpty()) {
                result = AcceleratorNames.named(result, family.type());
            }
        }
        return result;
    }
}
