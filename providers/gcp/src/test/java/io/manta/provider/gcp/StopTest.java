package io.manta.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.StoppedMachines;
import io.manta.testkit.Eventually;
import io.manta.testkit.FaultyWire;
import io.manta.testkit.FaultyWire.Act;
import io.manta.testkit.Specs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code manta stop} and {@code manta start}. */
final class StopTest {
    private static void up(NodeProvider provider, ClusterConfig config) throws Exception {
        provider.prepare(config, Progress.NONE);
        provider.launch(Specs.request(Specs.head(config, "h-1")));
        provider.launch(Specs.workers(config, "n-1", "n-2"));
        Eventually.eventually(
                Duration.ofSeconds(20),
                "they run",
                () -> provider.list(Look.USUAL),
                all -> all.size() == 3 && all.stream().allMatch(m -> m.state() == Machine.MachineState.RUNNING));
    }

    private static StoppedMachines stopped(NodeProvider provider) {
        return provider.features().stopped().orElseThrow();
    }

    private static Set<MachineId> ids(List<Machine> machines) {
        return machines.stream().map(Machine::id).collect(Collectors.toSet());
    }

    private static void awaitNone(NodeProvider provider) throws Exception {
        Eventually.eventually(Duration.ofSeconds(20), "none is listed", () -> provider.list(Look.USUAL), List::isEmpty);
    }

    private static void down(NodeProvider provider) throws Exception {
        stopped(provider).end();
        provider.terminate(ids(provider.list(Look.ANEW)));
        awaitNone(provider);
        provider.cleanUp();
    }

    private static Map<String, String> addresses(List<Machine> machines) {
        return machines.stream()
                .collect(Collectors.toMap(
                        machine -> machine.nodeId().value(),
                        machine -> machine.internalAddress().orElseThrow()));
    }

    @Test
    void machinesComeBackWithTheirNamesAndInnerAddressesAndDisksCostMeanwhile() throws Exception {
        try (var world = new GcpWorld()) {
            ClusterConfig config = world.config("rest");
            try (NodeProvider provider = world.open(config)) {
                up(provider, config);
                Map<String, String> before = addresses(provider.list(Look.USUAL));
                assertThat(stopped(provider).list()).isEmpty();
                assertThat(stopped(provider).stop(ids(provider.list(Look.USUAL))))
                        .isEmpty();
                awaitNone(provider);
                assertThat(stopped(provider).list())
                        .hasSize(3)
                        .allSatisfy(stopped ->
                                assertThat(stopped.monthly().orElseThrow()).isBetween(1.0, 10.0));

                try (NodeProvider later = world.open(config)) {
                    stopped(later).start();
                    assertThat(addresses(later.list(Look.USUAL))).isEqualTo(before);
                    assertThat(later.list(Look.USUAL))
                            .allMatch(Machine::isLive)
                            .allMatch(machine -> machine.status() == NodeStatus.UNINITIALIZED);
                    assertThat(stopped(later).list()).isEmpty();
                    stopped(later).stop(ids(later.list(Look.USUAL)));
                    awaitNone(later);
                    down(later);
                }
            }
            assertThat(world.remains(config)).isEmpty();
        }
    }

    @Test
    void aDeathAtAnyCallIsRepairedByTheSameVerbAgain() throws Exception {
        int tried = 0;
        try (var world = new GcpWorld()) {
            ClusterConfig config = world.config("sleep");
            try (NodeProvider provider = world.open(config)) {
                up(provider, config);
                boolean reached = true;
                for (int at = 1; reached; at++) {
                    FaultyWire wire = world.newWire();
                    int number = at;
                    wire.script(call -> call.number() == number ? new Act.Die(number % 2 == 0) : new Act.Pass());
                    try (NodeProvider doomed = world.open(config, wire)) {
                        stopped(doomed).stop(ids(doomed.list(Look.USUAL)));
                        awaitNone(doomed);
                        stopped(doomed).start();
                    } catch (io.manta.spi.provider.ProviderException e) {
                        assertThat(wire.isDead()).as("%s", e.problem()).isTrue();
                    }
                    reached = wire.isDead();
                    tried += reached ? 1 : 0;
                    try (NodeProvider next = world.open(config)) {
                        stopped(next).stop(ids(next.list(Look.USUAL)));
                        awaitNone(next);
                        assertThat(stopped(next).list()).hasSize(3);
                        stopped(next).start();
                        Eventually.eventually(
                                Duration.ofSeconds(20),
                                "all run again",
                                () -> next.list(Look.USUAL),
                                all -> all.size() == 3
                                        && all.stream().allMatch(m -> m.state() == Machine.MachineState.RUNNING));
                    }
                }
                down(provider);
            }
            assertThat(world.remains(config)).isEmpty();
        }
        System.out.println("GCP crash points of stop and start: " + tried);
        assertThat(tried).isGreaterThan(8);
    }

    @Test
    void spotMachinesCannotRestAndAreEnded() throws Exception {
        try (var world = new GcpWorld()) {
            ClusterConfig config = GcpWorld.withWorkers(
                    world.config("spot"),
                    Map.of("machineType", "n1-standard-2", "scheduling", List.of(Map.of("preemptible", true))));
            try (NodeProvider provider = world.open(config)) {
                up(provider, config);
                assertThat(stopped(provider).stop(ids(provider.list(Look.USUAL))))
                        .hasSize(2);
                awaitNone(provider);
                assertThat(stopped(provider).list()).hasSize(1);
                down(provider);
            }
            assertThat(world.remains(config)).isEmpty();
        }
    }
}
