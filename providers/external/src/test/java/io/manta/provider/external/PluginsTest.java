package io.manta.provider.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.provider.external.plugin.Plugins;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Depth;
import io.manta.spi.provider.NodeProviderFactory;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderContext;
import io.manta.testkit.Configs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PluginsTest {
    @TempDir
    Path directory;

    @Test
    void thePluginOfAJarIsFoundByItsName() throws Exception {
        Path jar = build("one", "2.0", "");

        NodeProviderFactory factory = Plugins.of(List.of(jar)).factory(Optional.of("one"));

        assertThat(factory.type()).isEqualTo("one");
    }

    @Test
    void aPluginSeesTheProviderInterfaceAndNothingElseOfOurs() throws Exception {
        Path jar = build("sees", "2.0", """
                    for (String name : new String[] {"io.manta.core.plan.Plan", "com.fasterxml.jackson.jr.ob.JSON"}) {
                        try {
                            Class.forName(name);
                            return "saw " + name;
                        } catch (ClassNotFoundException e) {
                            continue;
                        }
                    }
                """);

        assertThat(Plugins.of(List.of(jar)).factory(Optional.empty()).type()).isEqualTo("sees");
    }

    @Test
    void aPluginForAnotherMajorVersionIsRefusedBeforeAnythingOfItIsLoaded() throws Exception {
        Path mark = directory.resolve("loaded");
        Path jar = build("two", "3.0", """
                        try {
                            java.nio.file.Files.createFile(java.nio.file.Path.of("%s"));
                        } catch (java.io.IOException e) {
                            throw new IllegalStateException(e);
                        }
                """.formatted(mark));

        assertProblem(jar, Optional.of("two"), "EXTERNAL-PLUGIN-VERSION", "3.0");
        assertThat(mark).doesNotExist();
    }

    @Test
    void aPluginThatNeedsMoreThanWeHaveIsRefused() throws Exception {
        assertProblem(build("newer", "2.99", ""), Optional.empty(), "EXTERNAL-PLUGIN-VERSION", "2.99");
    }

    @Test
    void aPluginThatDoesNotSayItsVersionIsRefused() throws Exception {
        assertProblem(build("silent", "", ""), Optional.empty(), "EXTERNAL-PLUGIN-VERSION", "manifest");
    }

    @Test
    void aPluginWhoseFactoryCannotBeMadeIsAProblem() throws Exception {
        Path jar = build(
                "broken", "2.0", "int[] none = new int[0]; return String.valueOf(none[1]);\n}\npublic String x() {");

        assertProblem(jar, Optional.empty(), "EXTERNAL-PLUGIN", "ArrayIndexOutOfBounds");
    }

    @Test
    void theNamesThatAreThereAreSaid() throws Exception {
        assertProblem(build("one", "2.0", ""), Optional.of("other"), "EXTERNAL-PLUGIN", "there are: one");
    }

    @Test
    void withoutAClasspathPluginsAreFoundInMantasHomeAndOnAHeadWhereTheyWereBroughtTo() throws Exception {
        Path home = Files.createDirectories(directory.resolve("home/plugins"));
        Files.move(PluginBuild.example(directory), home.resolve("directories.jar"));
        ClusterConfig config = Configs.small("c", "external", Map.of("plugin", "directories"));

        new ExternalFactory().open(context(config, false)).prepare(config, Progress.NONE);
        Files.delete(home.resolve("directories.jar"));
        NodeProvider onHead = new ExternalFactory().open(context(config, true));

        assertThat(onHead.check(config, Depth.QUICK).findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.subject()).isEqualTo("directory"));
    }

    private ProviderContext context(ClusterConfig config, boolean onHead) {
        return new ProviderContext(
                config,
                directory.resolve("state"),
                directory.resolve("home/runtime"),
                _ -> {
                    throw new IllegalStateException();
                },
                onHead);
    }

    @Test
    void aFileThatIsMissingOrNoJarIsAProblem() throws Exception {
        Path text = Files.writeString(directory.resolve("text.jar"), "no jar");

        assertProblem(text, Optional.empty(), "EXTERNAL-PLUGIN", "not a jar");
        assertThatThrownBy(() -> Plugins.of(List.of(directory.resolve("missing.jar"))))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("missing.jar");
    }

    private static void assertProblem(Path jar, Optional<String> name, String code, String words) {
        assertThatThrownBy(() -> Plugins.of(List.of(jar)).factory(name))
                .isInstanceOfSatisfying(ProblemException.class, e -> {
                    assertThat(e.problem().code()).isEqualTo(code);
                    assertThat(e.problem().toString()).contains(words);
                });
    }

    /** @param code runs when the factory is asked for its type */
    private Path build(String type, String version, String code) throws IOException {
        String source = """
                package made;
                import io.manta.spi.provider.*;
                public final class Factory_%1$s implements NodeProviderFactory {
                    public String type() {
                        %2$s
                        return "%1$s";
                    }
                    public NodeProvider open(ProviderContext context) { throw new IllegalStateException(); }
                }
                """.formatted(type, code);
        var manifest = new HashMap<String, String>();
        if (!version.isEmpty()) {
            manifest.put("Manta-Spi", version);
        }
        return PluginBuild.jar(directory, type, source, "made.Factory_" + type, Map.copyOf(manifest));
    }
}
