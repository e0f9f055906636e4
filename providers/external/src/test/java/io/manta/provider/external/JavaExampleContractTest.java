package io.manta.provider.external;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.provider.NodeSpec;
import io.manta.testkit.NodeProviderContract;
import io.manta.testkit.ProviderWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The plug-in in examples/providers/java, loaded from its jar, does all that every provider must do. */
final class JavaExampleContractTest extends NodeProviderContract {
    @TempDir
    static Path build;

    private static Path jar = Path.of("");

    @TempDir
    Path directory;

    @BeforeAll
    static void buildPlugin() throws IOException {
        jar = PluginBuild.example(build);
    }

    @Override
    protected ProviderWorld newWorld() {
        return new ExternalWorld(directory, new ExternalWorld.Sort() {
            @Override
            public Map<String, Object> settings(Path where, String cluster) {
                return Map.of("plugin", "directories", "classpath", List.of(jar.toString()));
            }

            @Override
            public void dieLaunching(ExternalWorld world, ClusterConfig config, NodeSpec node) throws IOException {
                Path fresh = cluster(world, config).resolve(".new-dead");
                Files.createDirectories(fresh.resolve("tags"));
                Files.writeString(fresh.resolve("tags/ray-node-type"), "worker");
            }

            @Override
            public void dieTerminating(ExternalWorld world, ClusterConfig config, String machineId) throws IOException {
                Path cluster = cluster(world, config);
                Files.move(cluster.resolve(machineId), cluster.resolve(".ending-" + machineId));
            }

            private Path cluster(ExternalWorld world, ClusterConfig config) {
                return world.directory.resolve("machines").resolve(config.name());
            }
        });
    }
}
