package io.manta.config.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.config.ConfigLoader;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Resources;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The default cluster uses all of a machine, whatever it is, and promises no more. */
class OneMachineTextTest {
    private static final long GB = 1_000_000_000L;

    static Stream<MachineShape> machines() {
        return Stream.of(1, 2, 3, 4, 6, 7, 8, 13, 16, 24, 61, 64, 128)
                .flatMap(cores -> Stream.of(0, 1, 2, 3, 4, 8)
                        .flatMap(gpus -> Stream.of(2L, 8L, 64L, 2000L)
                                // Less than that for each core is no machine: every node needs some for itself.
                                .filter(memory -> memory * 4 >= cores + 4L * gpus)
                                .map(memory -> new MachineShape(cores, memory * GB, memory * GB / 2, gpus, ""))));
    }

    @ParameterizedTest
    @MethodSource("machines")
    void allOfItIsUsedAndNoMore(MachineShape machine) {
        ClusterConfig config = load(machine);

        assertThat(sum(config, Resources.GPU)).isEqualTo(machine.gpus());
        assertThat(sum(config, Resources.CPU)).isEqualTo(machine.cores());
        double bytes = sum(config, Resources.MEMORY) + sum(config, Resources.OBJECT_STORE_MEMORY);
        assertThat(bytes).isBetween(0.70 * machine.memory(), 0.85 * machine.memory());
        assertThat(config.maxWorkers())
                .isEqualTo(
                        workers(config).stream().mapToInt(NodeType::maxWorkers).sum());
        assertThat(sum(config, Resources.OBJECT_STORE_MEMORY)).isLessThanOrEqualTo((double) machine.sharedMemory());
        assertThat(runs(config, Resources.of("CPU", 1))).as("a plain task").isTrue();
        assertThat(runs(config, Resources.of("CPU", 4))).isEqualTo(largestWorker(machine) >= 4);
        assertThat(runs(config, Resources.of("CPU", 1, "GPU", 1))).isEqualTo(machine.gpus() > 0);
    }

    @Test
    void aLaptop() {
        ClusterConfig config = load(new MachineShape(2, 8 * GB, 4 * GB, 0, ""));

        assertThat(config.nodeTypes()).containsOnlyKeys("head", "worker");
        assertThat(config.nodeType("worker").resources().amount("CPU")).isEqualTo(2);
    }

    @Test
    void aWorkstation() {
        ClusterConfig config = load(new MachineShape(64, 256 * GB, 128 * GB, 4, ""));

        assertThat(config.nodeType("gpu").maxWorkers()).isEqualTo(4);
        assertThat(config.nodeType("gpu").resources().amount("GPU")).isEqualTo(1);
        assertThat(runs(config, Resources.of("CPU", 4))).isTrue();
        assertThat(config.maxWorkers()).isEqualTo(8);
    }

    @Test
    void aContainerOfOneAndAHalfCoresWithLittleSharedMemory() {
        ClusterConfig config = load(new MachineShape(1, 2 * GB, 64L << 20, 0, "/opt/venv"));

        assertThat(config.nodeTypes()).containsOnlyKeys("head", "worker");
        assertThat(config.nodeType("worker").maxWorkers()).isEqualTo(1);
        assertThat(config.nodeType("worker").resources().amount(Resources.OBJECT_STORE_MEMORY))
                .isLessThan(100e6);
        assertThat(config.provider().text("python")).contains("/opt/venv");
    }

    private static int largestWorker(MachineShape machine) {
        MachineFit fit = MachineFit.of(machine);
        return Math.max(fit.cpusEach(), fit.cpusPerGpuWorker());
    }

    private static ClusterConfig load(MachineShape machine) {
        Loaded loaded = ConfigLoader.load(
                "default", OneMachineText.of(machine), Path.of(""), Overrides.NONE.withoutFileChecks());
        assertThat(loaded.problems()).isEmpty();
        assertThat(loaded.config().orElseThrow().name()).isEqualTo("local");
        return loaded.config().get();
    }

    private static List<NodeType> workers(ClusterConfig config) {
        return config.nodeTypes().values().stream()
                .filter(type -> !type.name().equals(config.headType()))
                .toList();
    }

    private static double sum(ClusterConfig config, String resource) {
        double head = config.head().resources().amount(resource);
        return head
                + workers(config).stream()
                        .mapToDouble(type -> type.resources().amount(resource) * type.maxWorkers())
                        .sum();
    }

    private static boolean runs(ClusterConfig config, Resources task) {
        return workers(config).stream().anyMatch(type -> task.fitsIn(type.resources()));
    }
}
