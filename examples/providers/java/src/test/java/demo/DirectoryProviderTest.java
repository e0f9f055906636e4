package demo;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeSpec;
import io.manta.testkit.Configs;
import io.manta.testkit.NodeProviderContract;
import io.manta.testkit.ProviderWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** Everything that Manta relies on, tested: the methods below say only where the machines are and how a crash looks. */
class DirectoryProviderTest extends NodeProviderContract {
    @TempDir
    Path directory;

    @Override
    protected ProviderWorld newWorld() {
        return new ProviderWorld() {
            @Override
            public ClusterConfig config(String clusterName) {
                return Configs.small(clusterName, "external", Map.of());
            }

            @Override
            public NodeProvider open(ClusterConfig config) {
                return new DirectoryProvider(directory.resolve(config.name()));
            }

            @Override
            public void dieLaunching(ClusterConfig config, NodeSpec node) throws IOException {
                Files.createDirectories(directory.resolve(config.name()).resolve(".new-dead/tags"));
            }

            @Override
            public void dieTerminating(ClusterConfig config, String machineId) throws IOException {
                Path cluster = directory.resolve(config.name());
                Files.move(cluster.resolve(machineId), cluster.resolve(".ending-" + machineId));
            }

            @Override
            public List<String> remains(ClusterConfig config) {
                Path cluster = directory.resolve(config.name());
                return Files.exists(cluster) ? List.of(cluster.toString()) : List.of();
            }

            @Override
            public void close() {}
        };
    }
}
