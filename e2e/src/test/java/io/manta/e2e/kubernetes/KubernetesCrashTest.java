package io.manta.e2e.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.provider.NodeProvider;
import io.manta.testkit.CrashPoints;
import io.manta.testkit.RequiresKubernetes;
import io.manta.testkit.Trio;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
        int tried = CrashPoints.every((at, done) -> die(at, done, Trio::up, "up"));
        System.out.println("Kubernetes crash points of up: " + tried);
        assertThat(tried).isGreaterThan(20);
    }

    @Test
    void downCompletesAfterADeathAtAnyRequest() throws Exception {
        int tried = CrashPoints.some(1, (at, done) -> die(at, done, (provider, config) -> Trio.down(provider), "down"));
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
                Trio.up(world.open(config), config);
            }
            FaultyWire wire = world.newWire();
            wire.script(call -> call.number() == at ? new FaultyWire.Act.Die(done) : new FaultyWire.Act.Pass());
            try {
                work.run(world.open(config, wire, false), config);
            } catch (FaultyWire.Died e) {
                assertThat(wire.isDead()).isTrue();
            }
            NodeProvider next = world.open(config);
            if (name.equals("up")) {
                Trio.up(next, config);
                assertThat(Trio.live(next))
                        .as("after a death at request %s (done: %s)", at, done)
                        .containsExactlyInAnyOrderElementsOf(Trio.NODES);
            }
            Trio.down(next);
            if (wire.isDead()) {
                assertThat(next.features().holdings())
                        .as("after a death at request %s (done: %s)", at, done)
                        .allMatch(holding -> holding.names().isEmpty());
            } else {
                assertThat(world.remains(config)).isEmpty();
            }
            return wire.isDead();
        }
    }
}
