package io.manta.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The smallest cluster worth the name, a head with two workers, made and removed in the calls that the controller makes. */
public final class Trio {
    public static final List<String> NODES = List.of("h-1", "n-1", "n-2");

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private Trio() {}

    public static void up(NodeProvider provider, ClusterConfig config) throws Exception {
        provider.prepare(config, Progress.NONE);
        var head = provider.launch(Specs.request(Specs.head(config, "h-1")));
        assertThat(head.shortfall()).isEmpty();
        var workers = provider.launch(Specs.workers(config, "n-1", "n-2"));
        assertThat(workers.shortfall()).isEmpty();
        provider.tag(Map.of(head.created().getFirst().id(), Map.of("ray-node-status", "up-to-date")));
    }

    public static void down(NodeProvider provider) throws Exception {
        provider.terminate(provider.list(Look.USUAL).stream().map(Machine::id).collect(Collectors.toSet()));
        Eventually.eventually(PATIENCE, "all gone", () -> provider.list(Look.USUAL), List::isEmpty);
        provider.cleanUp();
    }

    /** Nodes whose machines live. */
    public static List<String> live(NodeProvider provider) throws Exception {
        return provider.list(Look.USUAL).stream()
                .filter(Machine::isLive)
                .map(machine -> machine.nodeId().value())
                .toList();
    }
}
