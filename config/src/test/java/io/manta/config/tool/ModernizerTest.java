package io.manta.config.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.config.ConfigLoader;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.spi.model.Problem;
import io.manta.testkit.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModernizerTest {
    private static final Path SAMPLES = Path.of("src", "test", "resources", "samples");

    private static Loaded load(String text) {
        return ConfigLoader.load("a.yaml", text, Path.of(""), Overrides.NONE.withoutFileChecks());
    }

    @ParameterizedTest
    @ValueSource(strings = {"aws-legacy", "gcp-legacy", "kubernetes-legacy", "external-legacy", "local-legacy"})
    void oldFilesBecomeModernAndMeanTheSame(String name) throws IOException {
        String old = Files.readString(SAMPLES.resolve(name + ".yaml"));
        Modernizer.Result result = Modernizer.modernize(name, old).orElseThrow();
        assertThat(result.changes()).isNotEmpty();
        assertThat(result.kept()).isEmpty();
        List<Problem> left = load(result.text()).problems();
        assertThat(left.stream().filter(p -> !p.code().equals("CONFIG-LEGACY-PROVIDER")))
                .isEmpty();
        if (!name.equals("aws-legacy")) {
            assertThat(load(result.text()).resolved()).isEqualTo(load(old).resolved());
        }
        Golden.assertMatches("modernized/" + name + ".yaml", result.text());
    }

    @Test
    void aModernFileStaysAsItIs() throws IOException {
        String text = Files.readString(SAMPLES.resolve("aws-modern.yaml"));
        Modernizer.Result result = Modernizer.modernize("a", text).orElseThrow();
        assertThat(result.changes()).isEmpty();
        assertThat(result.text()).isEqualTo(text);
    }

    @Test
    void workersOfAModernFileMoveIntoTheirType() {
        String block = """
                cluster_name: a
                min_workers: 2 # two
                provider: {type: localhost}
                head_node_type: h
                available_node_types:
                  h: {resources: {}}
                  w:
                    # mine
                    resources: {CPU: 1}
                """;
        String moved = Modernizer.modernize("a", block).orElseThrow().text();
        assertThat(moved).contains("  w:\n    min_workers: 2\n    # mine\n").doesNotContain("\nmin_workers");
        String flow = block.replace("  w:\n    # mine\n    resources: {CPU: 1}\n", "  w: {resources: {CPU: 1}}\n");
        assertThat(Modernizer.modernize("a", flow).orElseThrow().text())
                .contains("  w: {min_workers: 2, resources: {CPU: 1}}");
    }

    @Test
    void aFileThatCannotBeReadIsLeftToTheLoader() {
        assertThat(Modernizer.modernize("a", "a: [")).isEmpty();
    }
}
