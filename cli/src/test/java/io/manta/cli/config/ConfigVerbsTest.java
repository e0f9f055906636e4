package io.manta.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.cli.Run;
import io.manta.testkit.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigVerbsTest {
    private static final Path MISTAKES = Path.of("src", "test", "resources", "mistakes");

    @TempDir
    Path dir;

    private Run manta(String... args) {
        return Run.manta(dir.resolve("home"), args);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(dir.resolve("cluster.yaml"), text);
    }

    @Test
    void validateShowsEveryMistakeWithItsLineAndAWayOut() throws IOException {
        try (Stream<Path> files = Files.list(MISTAKES)) {
            List<Path> sorted = files.sorted().toList();
            assertThat(sorted).hasSizeGreaterThan(15);
            for (Path file : sorted) {
                Run run = manta("validate", file.toString());
                String name = String.valueOf(file.getFileName()).replace(".yaml", ".txt");
                String said = (run.err() + run.out()).replace(Path.of("").toAbsolutePath() + "/", "/here/");
                Golden.assertMatches("mistakes/" + name, said + "exit " + run.exitCode() + "\n");
            }
        }
    }

    @Test
    void aCleanFileEndsWithZeroAndWarningsOnlyCountWhenStrict() throws IOException {
        Path clean = file("cluster_name: a\nprovider: {type: localhost}\n");
        assertThat(manta("validate", clean.toString())).isEqualTo(new Run(0, clean + ": no problems\n", ""));
        Path doubtful = file("cluster_name: a\nprovider: {type: localhost, pyton: x}\n");
        assertThat(manta("validate", doubtful.toString()).exitCode()).isZero();
        assertThat(manta("validate", "--strict", doubtful.toString()).exitCode())
                .isEqualTo(2);
        assertThat(manta("validate").exitCode()).isEqualTo(2);
        assertThat(manta("validate", dir.resolve("none.yaml").toString()).exitCode())
                .isEqualTo(2);
    }

    @Test
    void configIsJsonForPrograms() throws IOException {
        Path file = file("cluster_name: a\nprovider: {type: localhost, api_token: abc}\nmax_workers: 2\n");
        Run run = manta("config", "-o", "json", file.toString());
        assertThat(run.exitCode()).isZero();
        Map<String, Object> config = JSON.std.mapFrom(run.out());
        assertThat(config).containsEntry("cluster_name", "a").containsEntry("max_workers", 2);
        assertThat(config.get("available_node_types")).isInstanceOf(Map.class);
        assertThat(run.out()).doesNotContain("abc");
    }

    @Test
    void problemsOfAllFilesComeAsOneJson() throws IOException {
        Path bad = file("cluster_name: a\nprovider: {type: localhost}\nmax_worker: 1\n");
        Run run = manta("validate", "-o", "json", bad.toString(), bad.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEmpty();
        var problems = (List<?>)
                com.fasterxml.jackson.jr.ob.JSON.std.mapFrom(run.out()).get("problems");
        assertThat(problems).hasSize(2);
        assertThat(problems)
                .first()
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsOnlyKeys("code", "level", "what", "why", "fix", "file", "line", "column")
                .containsEntry("line", 3);
    }

    @Test
    void configShowsWhereValuesComeFrom() throws IOException {
        Path file = file("cluster_name: a\nprovider: {type: localhost}\n");
        Run run = manta("config", "--max-workers", "9", file.toString());
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .containsPattern("max_workers: 9 +# flag --max-workers")
                .contains(file + ":1:15");
        assertThat(manta("config").out()).contains("cluster_name: local").contains("built-in:2:15");
        assertThat(manta("config", "--plain").out()).doesNotContain("#");
    }

    @Test
    void modernizeRewritesTheFileOnlyWhenAsked() throws IOException {
        String old = "# mine\ncluster_name: a\nautoscaling_mode: default # calm\nprovider: {type: localhost}\n";
        Path file = file(old);
        Run shown = manta("config", "--modernize", file.toString());
        assertThat(shown.out())
                .isEqualTo("# mine\ncluster_name: a\nupscaling_speed: 1.0 # calm\nprovider: {type: localhost}\n");
        assertThat(file).hasContent(old);
        assertThat(manta("config", "--modernize", "--write", file.toString()).exitCode())
                .isZero();
        assertThat(file).hasContent(shown.out());
        assertThat(manta("config", "--write", file.toString()).exitCode()).isEqualTo(2);
    }

    @Test
    void initWritesAFileThatValidatesAndNeverReplacesOneUnasked() {
        Path file = dir.resolve("new.yaml");
        assertThat(manta("init", "aws", "--preset", "docker", "--file", file.toString())
                        .exitCode())
                .isZero();
        assertThat(manta("validate", "--strict", file.toString()).exitCode()).isZero();
        Run again = manta("init", "gcp", "--file", file.toString());
        assertThat(again.exitCode()).isEqualTo(2);
        assertThat(again.err()).contains("CONFIG-FILE-EXISTS");
        assertThat(manta("init", "gcp", "--file", file.toString(), "--force").exitCode())
                .isZero();
        assertThat(file).content().contains("type: gcp");
        assertThat(manta("init", "localhost", "--file", "-").out()).contains("type: localhost");
        assertThat(manta("init", "awss", "--file", "-").err()).contains("did you mean `aws`?");
    }

    @Test
    void aClusterGoesToKubeRayAndComesBack() {
        String there = dir.resolve("raycluster.yaml").toString();
        String back = dir.resolve("back.yaml").toString();
        String file = dir.resolve("pods.yaml").toString();
        assertThat(manta("init", "kubernetes", "--file", file).exitCode()).isZero();
        assertThat(manta("export", "kuberay", file, "--out", there).err()).contains("kubectl apply -f " + there);
        assertThat(manta("import", "kuberay", there, "--out", back).exitCode()).isZero();
        assertThat(manta("validate", "--strict", back).exitCode()).isZero();
        assertThat(manta("export", "kuberay", back).out()).contains("kind: RayCluster", "groupName: worker");
        assertThat(manta("export", "kuberay", file, "--out", there).err()).contains("CONFIG-FILE-EXISTS", "`--out`");
        assertThat(manta("import", "kuberay", file).err()).contains("KUBERAY-KIND");
        Run unknown = manta("export", "helm", file);
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains("unknown FORMAT 'helm'");
    }

    @Test
    void schemaIsPrintedForEditors() throws IOException {
        assertThat(com.fasterxml.jackson.jr.ob.JSON.std.mapFrom(manta("schema").out()))
                .containsKey("$schema");
    }
}
