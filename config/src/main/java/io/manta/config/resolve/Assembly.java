package io.manta.config.resolve;

import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Items;
import io.manta.spi.model.AuthSettings;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.CommandSettings;
import io.manta.spi.model.DockerSettings;
import io.manta.spi.model.FileSettings;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.ProviderSettings;
import io.manta.spi.model.Resources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Makes the typed configuration of a tree that has been found free of errors. */
final class Assembly {
    private Assembly() {}

    static ClusterConfig config(Fields resolved, String provider) {
        Fields none = Fields.empty(resolved.origin());
        Fields docker = resolved.table("docker").orElse(none);
        Optional<String> shared = SharedMount.of(resolved.table("provider").orElse(none), provider);
        var types = new LinkedHashMap<String, NodeType>();
        Fields written = resolved.table("available_node_types").orElse(none);
        written.keys()
                .forEach(name ->
                        types.put(name, nodeType(name, written.table(name).orElse(none), docker, provider, shared)));
        return new ClusterConfig(
                resolved.text("cluster_name").orElse("default"),
                new ProviderSettings(
                        provider, resolved.table("provider").orElse(none).settings()),
                Collections.unmodifiableMap(types),
                resolved.text("head_node_type").orElse(""),
                count(resolved, "max_workers"),
                resolved.number("upscaling_speed").orElse(1.0),
                Duration.ofMillis(
                        Math.round(resolved.number("idle_timeout_minutes").orElse(5) * 60_000)),
                auth(resolved.table("auth").orElse(none)),
                DockerChecks.used(docker) ? Optional.of(docker(docker, "head", shared)) : Optional.empty(),
                files(resolved),
                RayInstallation.around(
                        DockerInstallation.wanted(docker, provider)
                                ? DockerInstallation.before(commands(resolved))
                                : commands(resolved),
                        types.values().stream()
                                .flatMap(type ->
                                        type.workerSetupCommands().stream().flatMap(List::stream)),
                        resolved,
                        provider),
                "",
                "");
    }

    private static NodeType nodeType(
            String name, Fields type, Fields docker, String provider, Optional<String> shared) {
        Fields workerDocker = type.table("docker").map(docker::overlaidBy).orElse(docker);
        OptionalDouble idle = type.number("idle_timeout_s");
        var labels = new LinkedHashMap<String, String>();
        type.table("labels")
                .ifPresent(l -> l.keys().forEach(k -> labels.put(k, l.text(k).orElse(""))));
        return new NodeType(
                name,
                resources(type, provider),
                Collections.unmodifiableMap(labels),
                count(type, "min_workers"),
                count(type, "max_workers"),
                idle.isPresent()
                        ? Optional.of(Duration.ofMillis(Math.round(idle.getAsDouble() * 1000)))
                        : Optional.empty(),
                (int) type.whole("priority").orElse(0),
                type.number("price_per_hour"),
                type.table("node_config").map(Fields::settings).orElse(Map.of()),
                type.items("initialization_commands")
                        .map(Items::texts)
                        .map(own -> DockerInstallation.wanted(docker, provider) ? DockerInstallation.before(own) : own),
                type.items("worker_setup_commands").map(Items::texts),
                DockerChecks.used(docker) ? Optional.of(docker(workerDocker, "worker", shared)) : Optional.empty(),
                "",
                zeroed(type));
    }

    private static Set<String> zeroed(Fields type) {
        var names = new LinkedHashSet<String>();
        type.table("resources")
                .ifPresent(r ->
                        r.keys().stream().filter(k -> r.whole(k).orElse(1) == 0).forEach(names::add));
        return names;
    }

    private static Resources resources(Fields type, String provider) {
        var amounts = new LinkedHashMap<String, Number>();
        if (provider.equals(io.manta.config.schema.Providers.KUBERNETES)) {
            amounts.putAll(PodResources.of(type.table("node_config").orElse(Fields.empty(type.origin()))));
        }
        type.table("resources").ifPresent(r -> r.keys().forEach(k -> r.whole(k).ifPresent(n -> amounts.put(k, n))));
        return Resources.of(amounts);
    }

    private static AuthSettings auth(Fields auth) {
        return new AuthSettings(
                auth.text("ssh_user"),
                auth.text("ssh_private_key"),
                auth.text("ssh_public_key"),
                auth.text("ssh_proxy_command"),
                auth.flag("inter_node_ssh").orElse(false));
    }

    private static DockerSettings docker(Fields docker, String role, Optional<String> shared) {
        var options = new ArrayList<>(docker.texts("run_options"));
        options.addAll(docker.texts(role + "_run_options"));
        shared.ifPresent(path -> SharedMount.add(path, options));
        return new DockerSettings(
                docker.text(role + "_image").or(() -> docker.text("image")).orElse(""),
                docker.text("container_name").orElse(""),
                docker.flag("pull_before_run").orElse(true),
                options,
                !docker.flag("disable_automatic_runtime_detection").orElse(false),
                !docker.flag("disable_shm_size_detection").orElse(false),
                docker.flag("use_podman").orElse(false));
    }

    private static FileSettings files(Fields resolved) {
        var mounts = new LinkedHashMap<String, String>();
        resolved.table("file_mounts")
                .ifPresent(m -> m.keys().forEach(k -> m.text(k).ifPresent(v -> mounts.put(k, v))));
        return new FileSettings(
                Collections.unmodifiableMap(mounts),
                resolved.texts("cluster_synced_files"),
                resolved.flag("file_mounts_sync_continuously").orElse(false),
                resolved.texts("rsync_exclude"),
                resolved.texts("rsync_filter"),
                "");
    }

    private static CommandSettings commands(Fields resolved) {
        return new CommandSettings(
                resolved.texts("initialization_commands"),
                resolved.texts("head_setup_commands"),
                resolved.texts("worker_setup_commands"),
                resolved.texts("head_start_ray_commands"),
                resolved.texts("worker_start_ray_commands"));
    }

    private static int count(Fields fields, String key) {
        return (int) Math.min(Integer.MAX_VALUE, fields.whole(key).orElse(0));
    }
}
