package io.manta.provider.localhost;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.FileSettings;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProviderSettings;
import io.manta.spi.model.Resources;
import io.manta.spi.provider.NodeProvider.Depth;
import io.manta.testkit.Configs;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalhostCheckTest {
    @TempDir
    Path directory;

    private LocalhostWorld world;

    @BeforeEach
    void makeWorld() throws Exception {
        world = new LocalhostWorld(directory);
    }

    @Test
    void aPlainConfigurationIsFine() {
        assertThat(codes(world.config("alpha"))).isEmpty();
    }

    @Test
    void mountsMustStayInTheNodesHome() {
        ClusterConfig config = withMounts(
                world.config("alpha"),
                Map.of("~/a", ".", "b", ".", "/etc/c", ".", "~/../d", ".", "~root/e", ".", "~", "."));

        assertThat(world.open(config).check(config, Depth.QUICK).problems())
                .extracting(Problem::what)
                .hasSize(3)
                .anyMatch(what -> what.contains("/etc/c"))
                .anyMatch(what -> what.contains("~/../d"))
                .anyMatch(what -> what.contains("~root/e"));
    }

    @Test
    void moreMemoryThanThereIsIsAWarning() {
        ClusterConfig config = world.config("alpha");
        var types = new HashMap<>(config.nodeTypes());
        types.put("big", NodeType.of("big", Resources.of("memory", 1e14), 0, 2));

        ClusterConfig greedy = config.withNodeTypes(types);

        assertThat(codes(greedy)).containsExactly("LOCALHOST-MEMORY");
        assertThat(world.open(greedy).check(greedy, Depth.QUICK).isClean()).isTrue();
    }

    @Test
    void aFixedPortMustBeFreeAndOutsideRaysRange() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            assertThat(codes(withSettings(Map.of("gcs_port", taken.getLocalPort(), "dashboard_port", 12_000))))
                    .containsExactly("LOCALHOST-PORT-IN-USE", "LOCALHOST-PORT-RESERVED");
        }
    }

    @Test
    void aPythonThatIsNotThereIsFoundOutBeforeAnythingIsMade() {
        assertThat(codes(withSettings(Map.of("python", directory + "/none"))))
                .containsExactly("LOCALHOST-PYTHON-MISSING");
    }

    private List<String> codes(ClusterConfig config) {
        return world.open(config).check(config, Depth.QUICK).problems().stream()
                .map(Problem::code)
                .toList();
    }

    private ClusterConfig withSettings(Map<String, Object> settings) {
        var all = new HashMap<>(world.config("alpha").provider().settings());
        all.putAll(settings);
        return Configs.small("alpha", "localhost", all);
    }

    private static ClusterConfig withMounts(ClusterConfig config, Map<String, String> mounts) {
        return new ClusterConfig(
                config.name(),
                new ProviderSettings("localhost", config.provider().settings()),
                config.nodeTypes(),
                config.headType(),
                config.maxWorkers(),
                config.upscalingSpeed(),
                config.idleTimeout(),
                config.auth(),
                config.docker(),
                new FileSettings(mounts, List.of(), false, List.of(), List.of(), ""),
                config.commands(),
                "",
                "");
    }
}
