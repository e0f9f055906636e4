package io.manta.config.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.config.ConfigLoader;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.config.schema.Providers;
import io.manta.config.tool.StarterConfigs.Preset;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.testkit.Golden;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class StarterConfigsTest {
    @Test
    void everyStarterLoadsCleanly() throws ProblemException, IOException {
        for (String provider : Providers.KNOWN) {
            for (Preset preset : StarterConfigs.presets(provider)) {
                String text = StarterConfigs.text(provider, preset, preset.word());
                Loaded loaded = ConfigLoader.load("start.yaml", text, Path.of(""), Overrides.NONE);
                assertThat(loaded.problems().stream().filter(p -> p.level() != Problem.Level.NOTE))
                        .as("%s %s:%n%s", provider, preset, text)
                        .isEmpty();
                Golden.assertMatches("starters/" + provider + "-" + preset.word() + ".yaml", text);
            }
        }
    }

    @Test
    void gpuWorkersStartFromZero() throws ProblemException {
        ClusterConfig config = ConfigLoader.load(
                        "a", StarterConfigs.text("gcp", Preset.AUTOSCALING_GPU, "a"), Path.of(""), Overrides.NONE)
                .config()
                .orElseThrow();
        assertThat(config.nodeType("worker").minWorkers()).isZero();
        assertThat(config.nodeType("worker").resources().amount("GPU")).isEqualTo(1);
        assertThat(config.head().resources().amount("GPU")).isZero();
    }

    @Test
    void whatDoesNotExistIsExplained() {
        assertThatThrownBy(() -> StarterConfigs.text("awss", Preset.DOCKER, "a"))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().fix()).contains("`aws`"));
        assertThatThrownBy(() -> StarterConfigs.text("local", Preset.GPU_NODE, "a"))
                .isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> StarterConfigs.preset("dokcer"))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().fix()).contains("`docker`"));
    }
}
