package io.manta.provider.kubernetes.pod;

import io.manta.provider.common.AcceleratorNames;
import io.manta.provider.kubernetes.api.Manifest;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which accelerators pods of a type will have, by the node selectors that the big clouds and NVIDIA's device plug-in give to
 * nodes. Without it, demand for a model would not be planned for: limits only say how many, not which.
 */
public final class AcceleratorFacts {
    private static final List<String> GPU_SELECTORS = List.of(
            "cloud.google.com/gke-accelerator",
            "k8s.amazonaws.com/accelerator",
            "karpenter.k8s.aws/instance-gpu-name",
            "nvidia.com/gpu.product");
    private static final String TPU_SELECTOR = "cloud.google.com/gke-tpu-accelerator";

    private AcceleratorFacts() {}

    public static ClusterConfig complete(ClusterConfig config) {
        var types = new LinkedHashMap<String, NodeType>();
        config.nodeTypes()
                .forEach((name, type) -> types.put(
                        name,
                        model(type)
                                .map(model -> AcceleratorNames.named(type, model))
                                .orElse(type)));
        return config.withNodeTypes(types);
    }

    private static Optional<String> model(NodeType type) {
        Map<String, Object> node = type.nodeConfig();
        return model(node, "spec", "nodeSelector")
                .or(() -> model(node, "pod", "spec", "nodeSelector"))
                .or(() -> Pools.of(type).stream()
                        .map(pool -> model(pool.nodeSelector()))
                        .flatMap(Optional::stream)
                        .findFirst());
    }

    private static Optional<String> model(Object tree, String... path) {
        Object selector = path.length == 0 ? tree : Manifest.at(tree, path).orElse(Map.of());
        return Manifest.text(selector, TPU_SELECTOR)
                .flatMap(AcceleratorNames::ofTpu)
                .or(() -> GPU_SELECTORS.stream()
                        .flatMap(key -> Manifest.text(selector, key).stream())
                        .flatMap(value -> AcceleratorNames.ofGpu(value).stream())
                        .findFirst());
    }
}
