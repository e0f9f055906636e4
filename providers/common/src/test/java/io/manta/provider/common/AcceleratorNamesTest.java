package io.manta.provider.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.manta.spi.model.NodeType;
import io.manta.spi.model.Resources;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AcceleratorNamesTest {
    private static final Map<String, String> GPUS = Map.ofEntries(
            Map.entry("nvidia-tesla-t4", "T4"),
            Map.entry("nvidia-tesla-p4", "P4"),
            Map.entry("nvidia-tesla-p100", "P100"),
            Map.entry("nvidia-tesla-v100", "V100"),
            Map.entry("nvidia-tesla-k80", "K80"),
            Map.entry("nvidia-tesla-a100", "A100"),
            Map.entry("nvidia-a100-80gb", "A100"),
            Map.entry("nvidia-l4", "L4"),
            Map.entry("nvidia-l40s", "L40S"),
            Map.entry("nvidia-h100-mega-80gb", "H100"),
            Map.entry("nvidia-h200-141gb", "H200"),
            Map.entry("nvidia-b200", "B200"),
            Map.entry("nvidia-gb200", "GB200"),
            Map.entry("nvidia-rtx-pro-6000", "RTX-PRO-6000"),
            Map.entry("projects/p/zones/z/acceleratorTypes/nvidia-l4", "L4"),
            Map.entry("a2-ultragpu-8g", "A100"),
            Map.entry("a3-highgpu-8g", "H100"),
            Map.entry("a3-ultragpu-8g", "H200"),
            Map.entry("a4-highgpu-8g", "B200"),
            Map.entry("g2-standard-4", "L4"));
    private static final Map<String, String> TPUS = Map.of(
            "v2-8", "TPU-V2",
            "v3-32", "TPU-V3",
            "v4-16", "TPU-V4",
            "v5litepod-16", "TPU-V5LITEPOD",
            "V5LITE_POD", "TPU-V5LITEPOD",
            "v5p-8", "TPU-V5P",
            "v6e-4", "TPU-V6E",
            "tpu7x-16", "TPU-V7X",
            "tpu-v4-podslice", "TPU-V4",
            "tpu-v5-lite-podslice", "TPU-V5LITEPOD");

    @Test
    void cardsHaveRaysNames() {
        GPUS.forEach((provided, ray) ->
                assertThat(AcceleratorNames.ofGpu(provided)).as(provided).contains(ray));
        TPUS.forEach((provided, ray) ->
                assertThat(AcceleratorNames.ofTpu(provided)).as(provided).contains(ray));
    }

    @Test
    void whatIsNoCardHasNone() {
        assertThat(AcceleratorNames.ofGpu("n1-standard-8")).isEmpty();
        assertThat(AcceleratorNames.ofGpu("nvidia-x9000")).isEmpty();
        assertThat(AcceleratorNames.ofTpu("m5.large")).isEmpty();
    }

    @Test
    void whatTheUserWroteStays() {
        NodeType plain = NodeType.of("gpu", Resources.of("GPU", 1), 0, 1);

        NodeType named = AcceleratorNames.named(plain, "H100");
        assertThat(named.labels()).containsEntry("ray.io/accelerator-type", "H100");
        assertThat(named.resources().amount("accelerator_type:H100")).isEqualTo(1);
        NodeType own = AcceleratorNames.named(
                plain.withLabels(Map.of("ray.io/accelerator-type", "mine"))
                        .withResources(Resources.of("GPU", 1, "accelerator_type:mine", 1)),
                "H100");
        assertThat(own.labels()).containsEntry("ray.io/accelerator-type", "mine");
        assertThat(own.resources().amount("accelerator_type:H100")).isZero();
    }

    /** The names are Ray's own constants. */
    @Test
    void rayKnowsEveryName() throws Exception {
        String python = System.getProperty("manta.ray.python", "");
        assumeFalse(python.isEmpty(), "needs -Dmanta.ray.python=<a Python that has Ray>");
        Process asked = new ProcessBuilder(
                        python,
                        "-c",
                        "import ray.util.accelerators.accelerators as a; print('\\n'.join(v for k, v in vars(a).items() if k.isupper() or 'x' in k and isinstance(v, str)))")
                .start();
        Set<String> names = Set.copyOf(
                List.of(new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split("\n")));

        assertThat(names).containsAll(GPUS.values()).containsAll(TPUS.values());
    }
}
