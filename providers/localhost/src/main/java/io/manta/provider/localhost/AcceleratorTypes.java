package io.manta.provider.localhost;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Resources;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Says of node types what Ray will say of their nodes: the model of what they hold, and nothing of what they do not. */
record AcceleratorTypes(Accelerators there) {
    private static final String LABEL = "ray.io/accelerator-type";
    private static final String RESOURCE = "accelerator_type:";

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
                result = named(result, family.type());
            }
        }
        return result;
    }

    /** What the user wrote stays. */
    private static NodeType named(NodeType type, String model) {
        Map<String, String> labels = new TreeMap<>(type.labels());
        labels.putIfAbsent(LABEL, model);
        boolean told = type.resources().units().keySet().stream().anyMatch(name -> name.startsWith(RESOURCE));
        Resources resources = told ? type.resources() : type.resources().plus(Resources.of(RESOURCE + model, 1));
        return type.withLabels(labels).withResources(resources);
    }
}
