package io.manta.provider.gcp.tpu;

import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.ground.Foundation;
import io.manta.provider.gcp.machine.Login;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.provider.gcp.setting.Ways;
import io.manta.spi.model.NodeRole;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A node type's settings as Cloud TPU takes them. */
final class TpuRequest {
    private static final String USUAL_RUNTIME = "tpu-ubuntu2204-base";

    private final GcpSettings settings;
    private final Foundation foundation;

    TpuRequest(GcpSettings settings, Foundation foundation) {
        this.settings = settings;
        this.foundation = foundation;
    }

    Map<String, Object> values(Ways.Way way, NodeRole role, Map<String, String> labels) {
        var values = new LinkedHashMap<>(way.nodeConfig());
        values.remove("machineType");
        Doc node = new Doc(way.nodeConfig());
        values.putIfAbsent("runtimeVersion", USUAL_RUNTIME);
        var all = new LinkedHashMap<>(settings.labels());
        all.putAll(node.texts("labels"));
        all.putAll(labels);
        values.put("labels", all);
        if (!values.containsKey("networkConfig") && !values.containsKey("networkConfigs")) {
            var network = new LinkedHashMap<String, Object>();
            network.put("subnetwork", foundation.subnet());
            network.put("enableExternalIps", !settings.reachesInside(role == NodeRole.HEAD));
            values.put("networkConfig", network);
        }
        var tags = new ArrayList<>(node.words("tags"));
        tags.add(foundation.tag());
        values.put("tags", tags);
        // Here metadata is a plain map, unlike an instance's.
        var metadata = new LinkedHashMap<>(node.texts("metadata"));
        metadata.putAll(Login.metadata(settings, foundation, metadata.getOrDefault("ssh-keys", "")));
        values.put("metadata", metadata);
        if (role == NodeRole.HEAD) {
            foundation
                    .account()
                    .ifPresent(email -> values.putIfAbsent(
                            "serviceAccount",
                            Map.of(
                                    "email",
                                    email,
                                    "scope",
                                    List.of("https://www.googleapis.com/auth/cloud-platform"))));
        }
        return values;
    }
}
