package io.manta.provider.kubernetes.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.ClusterConfig;
import io.manta.testkit.Configs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AcceleratorFactsTest {
    @Test
    void selectorsOfNodesNameTheCard() {
        assertThat(model(selecting("cloud.google.com/gke-accelerator", "nvidia-h100-80gb")))
                .isEqualTo("H100");
        assertThat(model(selecting("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB")))
                .isEqualTo("A100");
        assertThat(model(selecting("nvidia.com/gpu.product", "Tesla-T4"))).isEqualTo("T4");
        assertThat(model(selecting("k8s.amazonaws.com/accelerator", "nvidia-tesla-v100")))
                .isEqualTo("V100");
        assertThat(model(selecting("cloud.google.com/gke-tpu-accelerator", "tpu-v5-lite-podslice")))
                .isEqualTo("TPU-V5LITEPOD");
        assertThat(model(Map.of(
                        "pools",
                        List.of(Map.of(
                                "name",
                                "a",
                                "nodeSelector",
                                Map.of("cloud.google.com/gke-accelerator", "nvidia-l4"))))))
                .isEqualTo("L4");
    }

    @Test
    void othersSayNothing() {
        assertThat(model(Map.of())).isEmpty();
        assertThat(model(selecting("disk", "nvidia-l4"))).isEmpty();
    }

    private static Map<String, Object> selecting(String key, String value) {
        return Map.of("kind", "Pod", "spec", Map.of("nodeSelector", Map.of(key, value)));
    }

    private static String model(Map<String, Object> nodeConfig) {
        ClusterConfig config = Configs.with(Configs.small("k", "kubernetes", Map.of()), Configs.WORKER, nodeConfig);
        var worker = AcceleratorFacts.complete(config).nodeType(Configs.WORKER);
        String label = worker.labels().getOrDefault("ray.io/accelerator-type", "");
        assertThat(worker.resources().get("accelerator_type:" + label) > 0).isEqualTo(!label.isEmpty());
        return label;
    }
}
