package io.manta.provider.localhost;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Lets Ray itself look for accelerators, in the Python that will run it: another version, or a Python that lacks a vendor's
 * module, would count others than the nodes do.
 */
final class AcceleratorFinder {
    /** What a user may have limited processes with; part of what an answer depends on. */
    private static final List<String> VARIABLES = List.of(
            "CUDA_VISIBLE_DEVICES",
            "NVIDIA_VISIBLE_DEVICES",
            "HIP_VISIBLE_DEVICES",
            "ROCR_VISIBLE_DEVICES",
            "ZE_AFFINITY_MASK",
            "ONEAPI_DEVICE_SELECTOR",
            "ASCEND_RT_VISIBLE_DEVICES",
            "HABANA_VISIBLE_MODULES",
            "NEURON_RT_VISIBLE_CORES",
            "TPU_VISIBLE_CHIPS",
            "RBLN_DEVICES",
            "FURIOSA_DEVICES",
            "QBRUNTIME_VISIBLE_DEVICES",
            "TT_VISIBLE_DEVICES");

    private AcceleratorFinder() {}

    /** Changes when another answer is to be expected: another Python, another limit, the machine started anew. */
    static String key(Path python) {
        Map<String, String> environment = System.getenv();
        String limits = VARIABLES.stream()
                .filter(environment::containsKey)
                .map(name -> name + "=" + environment.get(name))
                .collect(Collectors.joining(" "));
        return (python + " " + bootId() + " " + limits).strip();
    }

    static Accelerators find(Path python) throws IOException, InterruptedException {
        Programs.Outcome outcome = Programs.run(List.of(python.toString(), "-c", script()));
        String answer = outcome.lines().stream()
                .filter(line -> line.startsWith("{"))
                .reduce((first, last) -> last)
                .orElseThrow(
                        () -> new IOException("Ray's detection failed: " + String.join("\n", outcome.lastLines(4))));
        return Accelerators.of(answer, key(python));
    }

    private static String script() throws IOException {
        try (InputStream in = AcceleratorFinder.class.getResourceAsStream("find_accelerators.py")) {
            if (in == null) {
                throw new IOException("missing resource find_accelerators.py");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String bootId() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
