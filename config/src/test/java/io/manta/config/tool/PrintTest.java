package io.manta.config.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.config.ConfigLoader;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.spi.model.Problem;
import io.manta.testkit.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PrintTest {
    private static List<Path> samples() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src", "test", "resources", "samples"))) {
            return files.sorted().toList();
        }
    }

    private static Loaded load(String name, String text) {
        return ConfigLoader.load(name, text, Path.of(""), Overrides.NONE);
    }

    @Test
    void everySampleIsResolvedAsBefore() throws IOException {
        for (Path file : samples()) {
            String name = String.valueOf(file.getFileName());
            Loaded loaded = load(name, Files.readString(file));
            assertThat(loaded.config()).as("%s: %s", name, loaded.problems()).isPresent();
            var out = new StringBuilder(ResolvedConfigPrinter.withOrigins(loaded));
            for (Problem problem : loaded.problems()) {
                out.append("# %s %s %s: %s; %s; %s\n"
                        .formatted(
                                problem.at().map(Object::toString).orElse("-"),
                                problem.level(),
                                problem.code(),
                                problem.what(),
                                problem.why(),
                                problem.fix()));
            }
            Golden.assertMatches("resolved/" + name, out.toString());
        }
    }

    @Test
    void whatIsPrintedReadsBackAsTheSame() throws IOException {
        for (Path file : samples()) {
            Loaded loaded = load("a", Files.readString(file));
            var read = io.manta.config.yaml.YamlReader.read(
                    new io.manta.config.yaml.Source("b", ResolvedConfigPrinter.plain(loaded)), problem -> {
                        throw new AssertionError(file + ": " + problem);
                    });
            assertThat(read.orElseThrow().plain()).as(file.toString()).isEqualTo(loaded.resolved());
        }
    }

    @Test
    void secretsAreNeitherPrintedNorShownInExcerpts() {
        Loaded loaded = load("a.yaml", """
                cluster_name: a
                provider:
                  type: aws
                  region: us-west-2
                  aws_credentials: {aws_access_key_id: AKIAHIDDEN1, aws_secret_access_key: hidden2}
                  gcp_credentials: {type: service_account, credentials: "hidden3"}
                  api_token: hidden4
                metadata: {db_password: hidden5, password_file: ~/shown}
                auth: {ssh_private_key: /no/shown.pem, ssh_passwrd: hidden6}
                """);
        String all = ResolvedConfigPrinter.withOrigins(loaded)
                + ProblemsJson.write(loaded.problems())
                + loaded.problems()
                + loaded.problems().stream()
                        .map(p -> p.at().map(a -> a.excerpt()).orElse(""))
                        .toList();
        assertThat(all.toLowerCase(java.util.Locale.ROOT)).doesNotContain("hidden");
        assertThat(all).contains("password_file: ~/shown", "/no/shown.pem", "***");
    }

    @Test
    void theJsonShapeOfProblemsIsStable() throws IOException {
        Loaded loaded = load("a.yaml", "cluster_name: a\nprovider: {type: localhost}\nmax_worker: 1\n");
        Golden.assertMatches("problems.json", ProblemsJson.write(loaded.problems()) + "\n");
        assertThat(ProblemsJson.write(List.of()).replaceAll("\\s", "")).isEqualTo("{\"problems\":[]}");
        assertThat(ProblemsJson.write(List.of(Problem.error("A", "b", "c", "d"))))
                .contains("\"line\" : null");
    }

    @Test
    void theSchemaIsJsonAndKnowsEveryProvider() throws IOException {
        assertThat(JSON.std.mapFrom(JsonSchema.text())).containsKeys("$schema", "properties", "required");
        Golden.assertMatches("schema.json", JsonSchema.text());
    }

    @Test
    void theReferencePageIsFresh() throws IOException {
        Path page = Path.of("..", "docs", "config-reference.md");
        if (System.getProperty("golden.update") != null) {
            Files.writeString(page, ReferencePage.text());
        }
        assertThat(page)
                .as("run the tests with -Dgolden.update to write it")
                .content()
                .isEqualTo(ReferencePage.text());
    }

    @Test
    void theHeadsCopyMeansTheSameAndCarriesNoCredentials() throws IOException {
        for (Path file : samples()) {
            Loaded loaded = load("a", Files.readString(file));
            Loaded copy =
                    ConfigLoader.load("copy", HeadCopy.text(loaded), Path.of(""), Overrides.NONE.withoutFileChecks());
            assertThat(copy.config()).as("%s: %s", file, copy.problems()).isPresent();
            assertThat(copy.config().get().commands())
                    .isEqualTo(loaded.config().orElseThrow().commands());
            assertThat(copy.config().get().nodeTypes())
                    .isEqualTo(loaded.config().orElseThrow().nodeTypes());
        }
        Loaded secret = load("a", """
                cluster_name: a
                provider: {type: aws, region: us-west-2, aws_credentials: {aws_secret_access_key: hidden}}
                auth: {ssh_user: u, ssh_proxy_command: hidden}
                metadata: {password: hidden}
                """);
        assertThat(HeadCopy.text(secret)).doesNotContain("hidden").contains("ssh_user: u");
    }
}
