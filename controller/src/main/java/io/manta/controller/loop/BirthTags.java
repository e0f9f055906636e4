package io.manta.controller.loop;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Tags;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a machine carries from the call that makes it. */
public final class BirthTags {
    private BirthTags() {}

    public static Map<String, String> of(ClusterConfig config, NodeId id, NodeRole role, NodeType type) {
        var tags = new LinkedHashMap<String, String>();
        tags.put(Tags.CLUSTER, config.name());
        tags.put(Tags.ROLE, role.tag());
        tags.put(Tags.TYPE, type.name());
        tags.put(Tags.NAME, "ray-" + config.name() + "-" + role.tag());
        tags.put(Tags.STATUS, NodeStatus.UNINITIALIZED.tag());
        tags.put(Tags.LAUNCH_HASH, type.launchHash());
        tags.put(Tags.NODE_ID, id.value());
        return tags;
    }
}
