package io.manta.provider.localhost;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.Resources;
import io.manta.testkit.FakeCards;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Ray's own detection, asked by the Python that has it, on machines that seem to have cards. */
@Tag("ray")
@EnabledIfSystemProperty(
        named = RayOnLoopback.PYTHON_PROPERTY,
        matches = ".+",
        disabledReason = "needs -Dmanta.ray.python=<a Python that has Ray>")
class RaysDetectionTest {
    private static final Path PYTHON = Path.of(System.getProperty(RayOnLoopback.PYTHON_PROPERTY, ""));

    @TempDir
    Path directory;

    @Test
    void severalCardsAreFoundWithTheirModels() throws Exception {
        Accelerators found =
                AcceleratorFinder.find(FakeCards.make(directory, PYTHON, 0, "NVIDIA H200", "NVIDIA GeForce RTX 5090")
                        .python());

        assertThat(found.known()).contains("GPU", "TPU", "neuron_cores", "HPU", "NPU");
        AcceleratorFamily gpus = found.family(Resources.GPU).orElseThrow();
        assertThat(gpus.variable()).isEqualTo("CUDA_VISIBLE_DEVICES");
        assertThat(gpus.type()).isEqualTo("H200");
        assertThat(gpus.devices()).extracting(Accelerator::id).containsExactly("0", "1");
        assertThat(gpus.devices())
                .extracting(Accelerator::model)
                .containsExactly("NVIDIA H200", "NVIDIA GeForce RTX 5090");
        assertThat(MachineWords.family(gpus)).isEqualTo("2 GPUs (NVIDIA H200, NVIDIA GeForce RTX 5090)");
    }

    @Test
    void whatTheUserLetsProcessesSeeIsTheLimit() throws Exception {
        Path python = limited(
                FakeCards.make(directory, PYTHON, 0, "A", "B", "C"), "2,GPU-00000000-0000-0000-0000-000000000001");

        AcceleratorFamily gpus =
                AcceleratorFinder.find(python).family(Resources.GPU).orElseThrow();

        assertThat(gpus.limited()).isTrue();
        assertThat(gpus.devices()).extracting(Accelerator::model).containsExactly("C", "A");
        // The same card by its index and by its name is one card.
        assertThat(gpus.devices().getLast().card()).isEqualTo("GPU-00000000-0000-0000-0000-000000000001");
        assertThat(AcceleratorFinder.find(limited(FakeCards.make(directory, PYTHON, 0, "A"), ""))
                        .count(Resources.GPU))
                .isZero();
    }

    @Test
    void slicesCountAsRayCountsThem() throws Exception {
        FakeCards sliced = FakeCards.make(directory, PYTHON, 7, "NVIDIA A100-SXM4-80GB", "NVIDIA A100-SXM4-80GB");

        assertThat(AcceleratorFinder.find(sliced.python()).count(Resources.GPU)).isEqualTo(2);
        assertThat(AcceleratorFinder.find(limited(sliced, "MIG-a,MIG-b"))
                        .family(Resources.GPU)
                        .orElseThrow()
                        .devices())
                .extracting(Accelerator::id)
                .containsExactly("MIG-a", "MIG-b");
    }

    @Test
    void aMachineWithoutADriverHasNone() throws Exception {
        Accelerators none =
                AcceleratorFinder.find(FakeCards.make(directory, PYTHON, 0).python());

        assertThat(none.isKnown()).isTrue();
        assertThat(none.families()).isEmpty();
        assertThat(none.troubles()).isEmpty();
    }

    private static Path limited(FakeCards cards, String visible) throws Exception {
        Path file = cards.python().resolveSibling("limited");
        Files.writeString(
                file, "#!/bin/sh\nexport CUDA_VISIBLE_DEVICES=" + visible + "\nexec " + cards.python() + " \"$@\"\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
