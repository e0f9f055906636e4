package io.manta.controller.loop;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Tags;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a machine carries from the call that makes it. */
public final class BirthTags {
    private BirthTags() {}

    /** What says whose cluster a machine belongs to. */
    static Map<String, String> marks(Machine machine) {
        var marks = new LinkedHashMap<>(machine.tags());
        marks.keySet().retainAll(List.of(Tags.CLUSTER_ID, Tags.OWNER));
        return marks;
    }

    /** @param marks what every machine of the cluster carries */
    public static Map<String, String> of(
            ClusterConfig config, NodeId id, NodeRole role, NodeType type, Map<String, String> marks) {
        var tags = new LinkedHashMap<>(marks);
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
