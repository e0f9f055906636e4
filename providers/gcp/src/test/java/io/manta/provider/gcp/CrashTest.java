package io.manta.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.core.model.ClusterConfig;
import io.manta.core.model.Machine;
import io.manta.core.port.NodeProvider;
import io.manta.core.port.Progress;
import io.manta.core.port.ProviderException;
import io.manta.testkit.Eventually;
import io.manta.testkit.FaultyWire;
import io.manta.testkit.FaultyWire.Act;
import io.manta.testkit.Specs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A process that dies at any call to Google leaves what the next one completes, or removes without a trace. */
final class CrashTest {
    @Test
    void upCompletesAfterADeathAtAnyCallAndDownLeavesNothing() throws Exception {
        int tried = every((at, done) -> dieInUp(at, done, Map.of()));
        System.out.println("GCP crash points of a cold up: " + tried);
        assertThat(tried).isGreaterThan(24);
    }

    @Test
    void theSameHoldsWhenTheRegionChoosesTheZone() throws Exception {
        int tried = every((at, done) -> dieInUp(at, done, Map.of("availability_zone", "")));
        System.out.println("GCP crash points of a cold up in a region: " + tried);
        assertThat(tried).isGreaterThan(24);
    }

    @Test
    void downCompletesAfterADeathAtAnyCall() throws Exception {
        int tried = every(this::dieInDown);
        System.out.println("GCP crash points of down: " + tried);
        assertThat(tried).isGreaterThan(24);
    }

    @FunctionalInterface
    private interface Death {
        /** Whether it came before the work was done. */
        boolean at(int call, boolean done) throws Exception;
    }

    private static int every(Death death) throws Exception {
        int tried = 0;
        for (boolean done : new boolean[] {false, true}) {
            for (int at = 1; death.at(at, done); at++) {
                tried++;
            }
        }
        return tried;
    }

    private boolean dieInUp(int at, boolean done, Map<String, Object> settings) throws Exception {
        try (var world = new GcpWorld(settings)) {
            ClusterConfig config = world.config("up" + at);
            FaultyWire wire = dyingAt(world, at, done);
            boolean died = false;
            try (NodeProvider doomed = world.open(config, wire)) {
                up(doomed, config);
            } catch (ProviderException e) {
                died = wire.isDead();
                assertThat(died).as("at %s: %s", at, e.problem()).isTrue();
            }
            try (NodeProvider next = world.open(config)) {
                up(next, config);
                assertThat(live(next))
                        .as("after a death at call %s (done: %s)", at, done)
                        .containsExactlyInAnyOrder("h-1", "n-1", "n-2");
                down(next);
            }
            assertThat(world.remains(config))
                    .as("after a death at call %s (done: %s)", at, done)
                    .isEmpty();
            return died;
        }
    }

    private boolean dieInDown(int at, boolean done) throws Exception {
        try (var world = new GcpWorld()) {
            ClusterConfig config = world.config("down" + at);
            try (NodeProvider provider = world.open(config)) {
                up(provider, config);
            }
            FaultyWire wire = dyingAt(world, at, done);
            boolean died = false;
            try (NodeProvider doomed = world.open(config, wire)) {
                down(doomed);
            } catch (ProviderException e) {
                died = wire.isDead();
                assertThat(died).as("at %s: %s", at, e.problem()).isTrue();
            }
            try (NodeProvider next = world.open(config)) {
                down(next);
            }
            assertThat(world.remains(config))
                    .as("after a death at call %s (done: %s)", at, done)
                    .isEmpty();
            return died;
        }
    }

    private static FaultyWire dyingAt(GcpWorld world, int at, boolean done) throws Exception {
        world.wire();
        FaultyWire wire = world.wire();
        wire.script(call -> call.number() == at ? new Act.Die(done) : new Act.Pass());
        return wire;
    }

    private static void up(NodeProvider provider, ClusterConfig config) throws Exception {
        provider.prepare(config, Progress.NONE);
        var head = provider.launch(Specs.request(Specs.head(config, "h-1")));
        var workers = provider.launch(Specs.workers(config, "n-1", "n-2"));
        assertThat(workers.shortfall()).isEmpty();
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
