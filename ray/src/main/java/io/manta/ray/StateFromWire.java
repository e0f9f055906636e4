package io.manta.ray;

import io.manta.ray.wire.ClusterResourceState;
import io.manta.ray.wire.NodeState;
import io.manta.ray.wire.NodeStatus;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.RayCluster;
import io.manta.spi.ray.RayNode;
import io.manta.spi.ray.RayNode.RayStatus;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Reads the GCS's account of the cluster. Pure and total: whatever a newer Ray may add, it yields a state. */
final class StateFromWire {
    private StateFromWire() {}

    static RayCluster.State state(ClusterResourceState wire) {
        return new RayCluster.State(
                wire.getNodeStatesList().stream().map(StateFromWire::node).toList(),
                DemandFromWire.demand(wire),
                wire.getClusterSessionName());
    }

    static RayNode node(NodeState wire) {
        return new RayNode(
                HexFormat.of().formatHex(wire.getNodeId().toByteArray()),
                wire.getInstanceId(),
                wire.getRayNodeTypeName(),
                status(wire.getStatus()),
                total(wire),
                real(wire.getAvailableResourcesMap()),
                labels(wire),
                Duration.ofMillis(Math.max(0, wire.getIdleDurationMs())),
                wire.getNodeIpAddress(),
                activity(wire));
    }

    /** Ray keeps the last activity of a node that has become idle since. */
    private static List<String> activity(NodeState wire) {
        return wire.getStatus() == NodeStatus.IDLE ? List.of() : wire.getNodeActivityList();
    }

    private static RayStatus status(NodeStatus wire) {
        return switch (wire) {
            case IDLE -> RayStatus.IDLE;
            case DRAINING -> RayStatus.DRAINING;
            case DEAD -> RayStatus.DEAD;
            // A status we do not know is taken for a busy node, the reading that ends nothing.
            case RUNNING, UNSPECIFIED, UNRECOGNIZED -> RayStatus.RUNNING;
        };
    }

    /** Of an implicit resource only what is left may be told: one node has one of each. */
    private static Resources total(NodeState wire) {
        Resources total = real(wire.getTotalResourcesMap());
        var implicit = new HashMap<String, Double>();
        wire.getAvailableResourcesMap().keySet().stream()
                .filter(name -> PseudoResources.isImplicit(name) && total.get(name) == 0)
                .forEach(name -> implicit.put(name, 1.0));
        return implicit.isEmpty() ? total : total.plus(Resources.of(implicit));
    }

    private static Resources real(Map<String, Double> wire) {
        var amounts = new HashMap<>(wire);
        amounts.keySet().removeIf(PseudoResources::isPseudo);
        return Resources.of(amounts);
    }

    private static Map<String, String> labels(NodeState wire) {
        var labels = new HashMap<>(wire.getLabelsMap());
        labels.putAll(wire.getDynamicLabelsMap());
        return labels;
    }
}
