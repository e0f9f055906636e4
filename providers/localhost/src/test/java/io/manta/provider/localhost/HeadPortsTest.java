package io.manta.provider.localhost;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.Reach;
import io.manta.testkit.AtOnce;
import io.manta.testkit.Configs;
import io.manta.testkit.Specs;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadPortsTest {
    private static final List<String> NAMES = List.of("MANTA_GCS_PORT", "MANTA_DASHBOARD_PORT", "MANTA_CLIENT_PORT");

    @TempDir
    Path directory;

    private LocalhostWorld world;

    @BeforeEach
    void makeWorld() throws Exception {
        world = new LocalhostWorld(directory);
    }

    @Test
    void clustersLaunchedInTheSameMomentGetDifferentPorts() throws Exception {
        List<Map<String, String>> heads = AtOnce.run(6, i -> {
            ClusterConfig config = world.config("cluster-" + i);
            return environment(prepared(config), head(prepared(config), config));
        });

        var ports = heads.stream()
                .flatMap(head -> NAMES.stream().map(head::get))
                .map(Integer::valueOf)
                .toList();
        assertThat(ports).hasSize(18).doesNotHaveDuplicates().allMatch(port -> port < 10_002 || port >= 20_000);
    }

    @Test
    void workersLearnTheHeadsPorts() throws Exception {
        ClusterConfig config = world.config("alpha");
        NodeProvider provider = prepared(config);
        Machine head = head(provider, config);
        Machine worker = provider.launch(Specs.workers(config, "w-1")).created().getFirst();

        assertThat(environment(provider, worker)).containsAllEntriesOf(onlyPorts(environment(provider, head)));
    }

    @Test
    void aHeadThatDoesNotRunGetsAnotherPortWhenAStrangerHasTakenItsOwn() throws Exception {
        ClusterConfig config = world.config("alpha");
        NodeProvider provider = prepared(config);
        Machine head = head(provider, config);
        int before = gcsPort(provider, head);

        try (var stranger = new ServerSocket(before, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            int after = gcsPort(provider, head);

            assertThat(after).isNotEqualTo(stranger.getLocalPort());
            assertThat(gcsPort(world.open(config), head)).isEqualTo(after);
        }
    }

    @Test
    void aFixedPortThatIsTakenIsAProblemAndNoMachineIsMade() throws Exception {
        try (var stranger = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            var settings = new HashMap<>(world.config("alpha").provider().settings());
            settings.put("gcs_port", stranger.getLocalPort());
            ClusterConfig config = Configs.small("alpha", "localhost", settings);
            NodeProvider provider = prepared(config);

            LaunchResult result = provider.launch(Specs.request(Specs.head(config, "head")));

            assertThat(result.shortfall().orElseThrow().problem().code()).isEqualTo("LOCALHOST-PORT-IN-USE");
            assertThat(provider.list(Look.USUAL)).isEmpty();
        }
    }

    private NodeProvider prepared(ClusterConfig config) throws Exception {
        NodeProvider provider = world.open(config);
        provider.prepare(config, Progress.NONE);
        return provider;
    }

    private static Machine head(NodeProvider provider, ClusterConfig config) throws Exception {
        return provider.launch(Specs.request(Specs.head(config, "head")))
                .created()
                .getFirst();
    }

    private static int gcsPort(NodeProvider provider, Machine head) throws Exception {
        return Integer.parseInt(environment(provider, head).getOrDefault("MANTA_GCS_PORT", "0"));
    }

    private static Map<String, String> environment(NodeProvider provider, Machine machine) throws Exception {
        return ((Reach.LocalProcess) provider.reach(machine)).environment();
    }

    private static Map<String, String> onlyPorts(Map<String, String> environment) {
        var ports = new HashMap<>(environment);
        ports.keySet().retainAll(NAMES);
        return ports;
    }
}
