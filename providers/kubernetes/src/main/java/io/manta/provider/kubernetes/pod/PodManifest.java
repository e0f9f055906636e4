package io.manta.provider.kubernetes.pod;

import io.manta.provider.kubernetes.api.Manifest;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.NodeSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The pod of a node as it is sent: the user's manifest with our name, labels and owner, and for a head its account. Nothing else of
 * it is touched.
 */
public final class PodManifest {
    /** Where things that outlive a head's container lie, as long as its pod does. */
    static final String KEPT = "/manta";

    private static final String VOLUME = "manta";
    private static final String RESTART = "[ -e \"$HOME/.manta\" ] || ln -s " + KEPT + " \"$HOME/.manta\"; for s in "
            + KEPT + "/clusters/*/daemon/boot.sh; do [ ! -e \"$s\" ] || sh \"$s\"; done; true";

    private PodManifest() {}

    /**
     * @param account the head's, where the user's manifest names none
     * @param owner the head's pod, for workers
     */
    public static Map<String, Object> of(
            String cluster,
            String namespace,
            NodeSpec node,
            Offer offer,
            String account,
            Optional<Map<String, Object>> owner) {
        Map<String, Object> pod = Manifest.copy(pod(node.type().nodeConfig()));
        pod.put("apiVersion", "v1");
        pod.put("kind", "Pod");
        pod.remove("status");
        Map<String, Object> metadata = Manifest.table(pod, "metadata");
        metadata.remove("generateName");
        metadata.put("name", PodNames.of(cluster, node.id()));
        metadata.put("namespace", namespace);
        PodTags.put(metadata, node.tags());
        Manifest.table(metadata, "labels").put(Tags.CLUSTER, cluster);
        if (!offer.variant().isEmpty()) {
            Manifest.table(metadata, "annotations").put(PodTags.OURS + "pool", offer.variant());
        }
        owner.ifPresent(head -> Manifest.items(metadata, "ownerReferences").add(reference(head)));
        Map<String, Object> spec = Manifest.table(pod, "spec");
        Pools.of(node.type()).stream()
                .filter(pool -> pool.name().equals(offer.variant()))
                .findFirst()
                .ifPresent(pool -> pool.putOn(spec));
        if (node.role() == NodeRole.HEAD) {
            spec.putIfAbsent("serviceAccountName", account);
            keep(spec);
        }
        return pod;
    }

    /** A node's settings are a pod, or hold one beside its service and ingress. */
    public static Object pod(Map<String, Object> nodeConfig) {
        return nodeConfig.get("pod") instanceof Map<?, ?> pod ? pod : Pools.without(nodeConfig);
    }

    /** The manifests that a node has besides its pod. */
    public static List<Map<String, Object>> companions(Map<String, Object> nodeConfig, String podName) {
        var found = new ArrayList<Map<String, Object>>();
        for (String key : List.of("service", "ingress")) {
            if (nodeConfig.get(key) instanceof Map<?, ?> manifest) {
                found.add(Manifest.copy(named(manifest, podName)));
            }
        }
        return found;
    }

    private static Object named(Object tree, String podName) {
        if (tree instanceof Map<?, ?> map) {
            var copy = new LinkedHashMap<String, Object>();
            map.forEach((key, value) -> copy.put(String.valueOf(key), named(value, podName)));
            return copy;
        }
        if (tree instanceof List<?> list) {
            return list.stream().map(item -> named(item, podName)).toList();
        }
        return tree instanceof String text ? text.replace("${RAY_POD_NAME}", podName) : tree;
    }

    public static Map<String, Object> reference(Map<String, Object> pod) {
        return Map.of(
                "apiVersion",
                "v1",
                "kind",
                "Pod",
                "name",
                Manifest.name(pod),
                "uid",
                Manifest.text(pod, "metadata", "uid").orElse(""));
    }

    /** Where the container may be started again, the daemon's files outlive it, and it is started with it. */
    private static void keep(Map<String, Object> spec) {
        List<Object> containers = Manifest.items(spec, "containers");
        boolean once = "Never".equals(spec.get("restartPolicy"));
        if (once || containers.isEmpty() || !(containers.getFirst() instanceof Map<?, ?>)) {
            return;
        }
        Map<String, Object> container = Manifest.copy(containers.getFirst());
        containers.set(0, container);
        Map<String, Object> lifecycle = Manifest.table(container, "lifecycle");
        if (!lifecycle.containsKey("postStart")) {
            lifecycle.put("postStart", Map.of("exec", Map.of("command", List.of("sh", "-c", RESTART))));
            Manifest.items(container, "volumeMounts").add(Map.of("name", VOLUME, "mountPath", KEPT));
            Manifest.items(spec, "volumes").add(Map.of("name", VOLUME, "emptyDir", Map.of()));
        }
    }
}
