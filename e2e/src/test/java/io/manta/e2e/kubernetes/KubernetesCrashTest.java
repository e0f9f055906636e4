package io.manta.e2e.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.core.model.ClusterConfig;
import io.manta.core.model.Machine;
import io.manta.core.port.NodeProvider;
import io.manta.core.port.Progress;
import io.manta.testkit.Eventually;
import io.manta.testkit.RequiresKubernetes;
import io.manta.testkit.Specs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that dies at any request to the API leaves what the next one completes, or removes without a trace. */
@RequiresKubernetes
final class KubernetesCrashTest {
    private static final Map<String, Object> SERVICES = Map.of(
            "services",
            List.of(Map.of(
                    "metadata",
                    Map.of("name", "crash-service"),
                    "spec",
                    Map.of("clusterIP", "None", "selector", Map.of("a", "b")))));

    @TempDir
    Path directory;

    @Test
    void upCompletesAfterADeathAtAnyRequestAndDownLeavesNothing() throws Exception {
        int tried = 0;
        for (boolean done : new boolean[] {false, true}) {
            boolean reached = true;
            for (int at = 1; reached; at++) {
                reached = die(at, done, KubernetesCrashTest::up, "up");
                tried += reached ? 1 : 0;
            }
        }
        System.out.println("Kubernetes crash points of up: " + tried);
        assertThat(tried).isGreaterThan(20);
    }

    @Test
    void downCompletesAfterADeathAtAnyRequest() throws Exception {
        int tried = 0;
        boolean reached = true;
        for (int at = 1; reached; at++) {
            reached = die(at, at % 2 == 0, (provider, config) -> down(provider), "down");
            tried += reached ? 1 : 0;
        }
        System.out.println("Kubernetes crash points of down: " + tried);
        assertThat(tried).isGreaterThan(10);
    }

    private interface Work {
        void run(NodeProvider provider, ClusterConfig config) throws Exception;
    }

    /** Whether the death came before the work was done. */
    private boolean die(int at, boolean done, Work work, String name) throws Exception {
        try (var world = new KubernetesWorld(directory, KubernetesWorld.nowhere())) {
            ClusterConfig config = world.config(name + at, SERVICES);
            if (name.equals("down")) {
                up(world.open(config), config);
            }
            FaultyWire wire = world.wire();
            wire.script(call -> call.number() == at ? new FaultyWire.Act.Die(done) : new FaultyWire.Act.Pass());
            try {
                work.run(world.open(config, wire, false), config);
            } catch (FaultyWire.Died e) {
                assertThat(wire.isDead()).isTrue();
            }
            NodeProvider next = world.open(config);
            if (name.equals("up")) {
                up(next, config);
                assertThat(live(next))
                        .as("after a death at request %s (done: %s)", at, done)
                        .containsExactlyInAnyOrder("h-1", "n-1", "n-2");
            }
            down(next);
            if (wire.isDead()) {
                assertThat(next.holdings())
                        .as("after a death at request %s (done: %s)", at, done)
                        .allMatch(holding -> holding.names().isEmpty());
            } else {
                assertThat(world.remains(config)).isEmpty();
            }
            return wire.isDead();
        }
    }

    private static void up(NodeProvider provider, ClusterConfig config) throws Exception {
        provider.prepare(config, Progress.NONE);
        var head = provider.launch(Specs.request(Specs.head(config, "h-1")));
        assertThat(head.shortfall()).isEmpty();
        assertThat(provider.launch(Specs.workers(config, "n-1", "n-2")).shortfall())
                .isEmpty();
        provider.tag(Map.of(head.created().getFirst().id(), Map.of("ray-node-status", "up-to-date")));
    }

    private static void down(NodeProvider provider) throws Exception {
        provider.terminate(provider.list().stream().map(Machine::id).collect(Collectors.toSet()));
        Eventually.eventually(Duration.ofSeconds(20), "all gone", provider::list, List::isEmpty);
        provider.cleanUp();
    }

    private static List<String> live(NodeProvider provider) throws Exception {
        return provider.list().stream()
                .filter(Machine::isLive)
                .map(machine -> machine.nodeId().value())
                .toList();
    }
}
