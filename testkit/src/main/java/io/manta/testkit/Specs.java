package io.manta.testkit;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.NodeSpec;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Launch requests as the controller makes them. */
public final class Specs {
    private Specs() {}

    public static NodeSpec head(ClusterConfig config, String id) {
        return spec(config, NodeRole.HEAD, config.headType(), id);
    }

    public static NodeSpec worker(ClusterConfig config, String id) {
        String type = config.nodeTypes().keySet().stream()
                .filter(name -> !name.equals(config.headType()))
                .findFirst()
                .orElse(config.headType());
        return spec(config, NodeRole.WORKER, type, id);
    }

    public static LaunchRequest request(NodeSpec... nodes) {
        String type = nodes[0].type().name();
        return new LaunchRequest(Offer.plain(type), List.of(nodes));
    }

    public static LaunchRequest workers(ClusterConfig config, String... ids) {
        return request(Stream.of(ids).map(id -> worker(config, id)).toArray(NodeSpec[]::new));
    }

    private static NodeSpec spec(ClusterConfig config, NodeRole role, String type, String id) {
        NodeType nodeType = config.nodeType(type);
        return new NodeSpec(
                new NodeId(id),
                role,
                nodeType,
                Map.of(
                        Tags.CLUSTER,
                        config.name(),
                        Tags.NODE_ID,
                        id,
                        Tags.ROLE,
                        role.tag(),
                        Tags.TYPE,
                        type,
                        Tags.NAME,
                        "ray-" + config.name() + "-" + role.tag(),
                        Tags.STATUS,
                        NodeStatus.UNINITIALIZED.tag()));
    }
}
