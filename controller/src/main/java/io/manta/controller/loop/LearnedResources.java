package io.manta.controller.loop;

import io.manta.core.model.Node;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.RayNode;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What nodes have whose type does not say it, as with a user's own hosts: the least that any of them had when it had joined,
 * so that what fits fits each. A head counts only while no worker of its type was ever seen.
 */
final class LearnedResources {
    private final Map<String, Resources> ofWorkers = new HashMap<>();
    private final Map<String, Resources> ofHeads = new HashMap<>();

    ClusterConfig applied(ClusterConfig config, List<Node> nodes) {
        var types = new LinkedHashMap<String, NodeType>();
        boolean changed = false;
        for (NodeType written : config.nodeTypes().values()) {
            Resources known = written.resources().isEmpty() ? known(written.name(), nodes) : Resources.NONE;
            changed |= !known.isEmpty();
            types.put(written.name(), known.isEmpty() ? written : written.withResources(known));
        }
        return changed ? config.withNodeTypes(types) : config;
    }

    private Resources known(String type, List<Node> nodes) {
        for (Node node : nodes) {
            if (node.type().equals(type)) {
                learn(node);
            }
        }
        return ofWorkers.getOrDefault(type, ofHeads.getOrDefault(type, Resources.NONE));
    }

    private void learn(Node node) {
        node.ray()
                .filter(RayNode::isAlive)
                .map(RayNode::total)
                .filter(total -> !total.isEmpty())
                .ifPresent(total -> {
                    if (node.isHead()) {
                        ofHeads.put(node.type(), total);
                    } else {
                        ofWorkers.merge(node.type(), total, LearnedResources::least);
                    }
                });
    }

    private static Resources least(Resources a, Resources b) {
        var units = new HashMap<String, Long>();
        a.units().forEach((name, amount) -> units.put(name, Math.min(amount, b.get(name))));
        return new Resources(units);
    }
}
