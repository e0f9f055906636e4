package io.manta.bench;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.ProviderContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the benches of clouds ask a provider for: a head and workers by the names and tags that the controller gives. */
final class BenchNodes {
    private BenchNodes() {}

    static ProviderContext context(ClusterConfig config, Path directory) {
        return new ProviderContext(
                config,
                directory.resolve("state"),
                directory.resolve("shared"),
                reach -> {
                    throw new IllegalStateException("nothing is reached here");
                },
                false);
    }

    static LaunchRequest head(NodeProvider provider, ClusterConfig config) throws Exception {
        return new LaunchRequest(
                provider.features().offers("head").getFirst(), List.of(node(config, NodeRole.HEAD, "head", 0)));
    }

    static LaunchRequest workers(NodeProvider provider, ClusterConfig config, int count) throws Exception {
        var nodes = new ArrayList<NodeSpec>();
        for (int i = 0; i < count; i++) {
            nodes.add(node(config, NodeRole.WORKER, "worker", i));
        }
        return new LaunchRequest(provider.features().offers("worker").getFirst(), nodes);
    }

    static void awaitRunning(NodeProvider provider, int count) throws Exception {
        while (provider.list(Look.USUAL).stream()
                        .filter(machine -> machine.state() == Machine.MachineState.RUNNING)
                        .count()
                < count) {
            Thread.sleep(100);
        }
    }

    private static NodeSpec node(ClusterConfig config, NodeRole role, String type, int number) {
        String id = "ray-" + config.name() + "-" + role.tag() + "-" + "%08d".formatted(number);
        return new NodeSpec(
                new NodeId(id),
                role,
                config.nodeType(type),
                Map.of(
                        Tags.CLUSTER,
                        config.name(),
                        Tags.NODE_ID,
                        id,
                        Tags.ROLE,
                        role.tag(),
                        Tags.TYPE,
                        type,
                        Tags.NAME,
                        "ray-" + config.name() + "-" + role.tag(),
                        Tags.STATUS,
                        "uninitialized"));
    }
}
