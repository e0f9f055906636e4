package io.manta.provider.external.protocol;

import io.manta.spi.model.AuthSettings;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.CommandSettings;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Offer;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.NodeSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Our words as parameters of requests. */
public final class HelperRequests {
    private HelperRequests() {}

    /** The resolved configuration, with Ray's names where Ray has one. */
    public static Map<String, Object> config(ClusterConfig config) {
        var map = new LinkedHashMap<String, Object>();
        map.put("cluster_name", config.name());
        var provider = new LinkedHashMap<String, Object>(config.provider().settings());
        provider.put("type", config.provider().type());
        map.put("provider", provider);
        var types = new LinkedHashMap<String, Object>();
        config.nodeTypes().forEach((name, type) -> types.put(name, nodeType(type)));
        map.put("node_types", types);
        map.put("head_node_type", config.headType());
        map.put("max_workers", config.maxWorkers());
        map.put("auth", auth(config.auth()));
        map.put("file_mounts", config.files().mounts());
        map.put("cluster_synced_files", config.files().clusterSyncedFiles());
        CommandSettings commands = config.commands();
        map.put("initialization_commands", commands.initialization());
        map.put("head_setup_commands", commands.headSetup());
        map.put("worker_setup_commands", commands.workerSetup());
        map.put("head_start_ray_commands", commands.headStart());
        map.put("worker_start_ray_commands", commands.workerStart());
        return map;
    }

    private static Map<String, Object> nodeType(NodeType type) {
        return Map.of(
                "resources", type.resources().amounts(),
                "labels", type.labels(),
                "min_workers", type.minWorkers(),
                "max_workers", type.maxWorkers(),
                "node_config", type.nodeConfig());
    }

    private static Map<String, Object> auth(AuthSettings auth) {
        var map = new LinkedHashMap<String, Object>();
        auth.sshUser().ifPresent(value -> map.put("ssh_user", value));
        auth.sshPrivateKey().ifPresent(value -> map.put("ssh_private_key", value));
        auth.sshPublicKey().ifPresent(value -> map.put("ssh_public_key", value));
        auth.sshProxyCommand().ifPresent(value -> map.put("ssh_proxy_command", value));
        return map;
    }

    public static Map<String, Object> launch(LaunchRequest request) {
        List<Object> nodes =
                request.nodes().stream().<Object>map(HelperRequests::node).toList();
        return Map.of("offer", offer(request.offer()), "nodes", nodes);
    }

    private static Map<String, Object> node(NodeSpec spec) {
        return Map.of(
                "id", spec.id().value(),
                "role", spec.role().tag(),
                "type", spec.type().name(),
                "tags", spec.tags(),
                "resources", spec.type().resources().amounts(),
                "labels", spec.type().labels(),
                "node_config", spec.type().nodeConfig());
    }

    private static Map<String, Object> offer(Offer offer) {
        return Map.of(
                "node_type", offer.nodeType(),
                "zone", offer.zone(),
                "market", offer.market().name().toLowerCase(Locale.ROOT),
                "variant", offer.variant());
    }

    static Map<String, Object> machine(Machine machine) {
        var map = new LinkedHashMap<String, Object>();
        map.put("id", machine.id().value());
        map.put("state", machine.state().name().toLowerCase(Locale.ROOT));
        map.put("tags", machine.tags());
        machine.internalAddress().ifPresent(value -> map.put("internal_address", value));
        machine.externalAddress().ifPresent(value -> map.put("external_address", value));
        return map;
    }
}
