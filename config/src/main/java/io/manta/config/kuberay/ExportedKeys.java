package io.manta.config.kuberay;

import io.manta.config.yaml.Fields;
import java.util.Map;
import java.util.Set;

/** Reports the keys of a cluster file that a RayCluster has no place for. */
final class ExportedKeys {
    private static final String NO_FILES = "the operator copies no files";
    private static final String FILES_FIX = "put them into the image, a ConfigMap or a volume";
    private static final Map<String, String> FILES = Map.of(
            "file_mounts", FILES_FIX,
            "cluster_synced_files", FILES_FIX,
            "file_mounts_sync_continuously", FILES_FIX,
            "rsync_exclude", "",
            "rsync_filter", "");

    private final Losses losses;

    ExportedKeys(Losses losses) {
        this.losses = losses;
    }

    void check(Fields tree) {
        FILES.forEach((key, fix) -> losses.lost(tree, "", key, NO_FILES, fix));
        losses.lost(
                tree,
                "",
                "initialization_commands",
                "they run outside of containers, where the operator runs nothing",
                "prepare the nodes of Kubernetes otherwise");
        losses.lost(tree, "", "auth", "nobody logs in to pods", "");
        losses.lost(tree, "", "metadata", "a RayCluster has no place for it", "add annotations to the manifest");
        tree.table("docker")
                .ifPresent(docker -> losses.others(
                        docker,
                        "docker.",
                        Set.of("image", "head_image", "worker_image", "container_name"),
                        "pods have their own settings for containers"));
        tree.table("provider")
                .ifPresent(provider -> losses.others(
                        provider,
                        "provider.",
                        Set.of("type", "namespace", "use_internal_ips"),
                        "the operator makes the services, the roles and the pods"));
    }

    static void typeKeys(Losses losses, Fields type, String path) {
        losses.lost(type, path, "price_per_hour", "Ray's autoscaler does not know prices", "");
        type.whole("priority").stream()
                .filter(priority -> priority != 0)
                .forEach(priority -> losses.lost(type, path, "priority", "a RayCluster's groups have no order", ""));
        losses.lost(type, path, "initialization_commands", "the operator runs nothing outside of containers", "");
        losses.lost(type, path, "docker", "pods have their own settings for containers", "");
    }
}
