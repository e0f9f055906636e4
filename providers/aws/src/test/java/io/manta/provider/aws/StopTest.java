package io.manta.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.StoppedMachines;
import io.manta.testkit.CrashPoints;
import io.manta.testkit.Eventually;
import io.manta.testkit.FaultyWire;
import io.manta.testkit.Specs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Machines that are stopped with their disks, and started. */
final class StopTest {
    private static void up(NodeProvider provider, ClusterConfig config) throws Exception {
        provider.prepare(config, Progress.NONE);
        var head = provider.launch(Specs.request(Specs.head(config, "h-1"))).created();
        provider.launch(Specs.workers(config, "n-1", "n-2"));
        provider.tag(Map.of(head.getFirst().id(), Map.of("ray-node-status", "up-to-date", "manta-setup", "abc")));
    }

    private static StoppedMachines stopped(NodeProvider provider) {
        return provider.features().stopped().orElseThrow();
    }

    private static Set<MachineId> ids(List<Machine> machines) {
        return machines.stream().map(Machine::id).collect(Collectors.toSet());
    }

    private static List<String> names(List<Machine> machines) {
        return machines.stream().map(machine -> machine.nodeId().value()).toList();
    }

    private static void awaitStop(NodeProvider provider) throws Exception {
        Eventually.eventually(
                Duration.ofSeconds(20), "all are stopped", () -> provider.list(Look.USUAL), List::isEmpty);
    }

    private static void down(NodeProvider provider) throws Exception {
        stopped(provider).end();
        provider.terminate(ids(provider.list(Look.ANEW)));
        awaitStop(provider);
        provider.cleanUp();
    }

    @Test
    void machinesComeBackWithTheirNamesAndInnerAddresses() throws Exception {
        try (var world = new AwsWorld()) {
            ClusterConfig config = world.config("rest");
            NodeProvider provider = world.open(config);
            up(provider, config);
            Map<String, String> before = addresses(provider.list(Look.USUAL));
            assertThat(stopped(provider).list()).isEmpty();

            assertThat(stopped(provider).stop(ids(provider.list(Look.USUAL)))).isEmpty();
            awaitStop(provider);
            assertThat(stopped(provider).list())
                    .hasSize(3)
                    .allSatisfy(stopped -> assertThat(stopped.monthly().orElseThrow())
                            .as("40 GB at the price of a common disk")
                            .isBetween(1.0, 10.0));

            NodeProvider later = world.open(config);
            stopped(later).start();
            List<Machine> awake = later.list(Look.USUAL);
            assertThat(addresses(awake)).isEqualTo(before);
            assertThat(awake)
                    .allMatch(Machine::isLive)
                    .allMatch(machine -> machine.status() == NodeStatus.UNINITIALIZED);
            assertThat(awake)
                    .filteredOn(machine -> machine.nodeId().value().equals("h-1"))
                    .singleElement()
                    .satisfies(head -> assertThat(head.tags()).containsEntry("manta-setup", "abc"));
            assertThat(stopped(later).list()).isEmpty();
            down(later);
            assertThat(world.remains(config)).isEmpty();
        }
    }

    private static Map<String, String> addresses(List<Machine> machines) {
        return machines.stream()
                .collect(Collectors.toMap(
                        machine -> machine.nodeId().value(),
                        machine -> machine.internalAddress().orElseThrow()));
    }

    @Test
    void whatRestsIsNeitherLaunchedNorReusedAndDownFindsIt() throws Exception {
        try (var world = new AwsWorld(Map.of("cache_stopped_nodes", true))) {
            ClusterConfig config = world.config("spare");
            NodeProvider provider = world.open(config);
            up(provider, config);
            List<Machine> all = provider.list(Look.USUAL);
            stopped(provider).stop(ids(all));
            awaitStop(provider);
            Machine other =
                    provider.launch(Specs.workers(config, "n-9")).created().getFirst();
            assertThat(ids(all)).doesNotContain(other.id());

            // With the cache, `down` keeps them as spares; they may be used again now.
            stopped(provider).end();
            assertThat(stopped(provider).list()).isEmpty();
            assertThat(ids(provider.launch(Specs.workers(config, "n-10")).created()))
                    .isSubsetOf(ids(all));
            ClusterConfig without = withoutCache(config);
            NodeProvider last = world.open(without);
            last.terminate(ids(last.list(Look.USUAL)));
            awaitStop(last);
            last.cleanUp();
            assertThat(world.remains(config)).isEmpty();
        }
    }

    private static ClusterConfig withoutCache(ClusterConfig config) {
        var settings = new java.util.LinkedHashMap<>(config.provider().settings());
        settings.remove("cache_stopped_nodes");
        return config.withProvider(new io.manta.spi.model.ProviderSettings("aws", settings));
    }

    @Test
    void spotMachinesCannotRestAndAreEnded() throws Exception {
        try (var world = new AwsWorld()) {
            ClusterConfig config = AwsWorld.withWorkers(
                    world.config("spot"), Map.of("InstanceMarketOptions", Map.of("MarketType", "spot")));
            NodeProvider provider = world.open(config);
            up(provider, config);
            Set<MachineId> workers = ids(provider.list(Look.USUAL).stream()
                    .filter(machine -> !machine.nodeId().value().equals("h-1"))
                    .toList());
            assertThat(stopped(provider).stop(ids(provider.list(Look.USUAL)))).isEqualTo(workers);
            awaitStop(provider);
            assertThat(stopped(provider).list())
                    .singleElement()
                    .satisfies(stopped ->
                            assertThat(stopped.machine().nodeId().value()).isEqualTo("h-1"));
            down(provider);
            assertThat(world.remains(config)).isEmpty();
        }
    }

    @Test
    void aDeathAtAnyCallOfRestingWakingOrEndingIsRepairedByWhoeverComesNext() throws Exception {
        int tried;
        try (var world = new AwsWorld()) {
            ClusterConfig config = world.config("die");
            NodeProvider provider = world.open(config);
            provider.prepare(config, Progress.NONE);
            tried = CrashPoints.every((at, done) -> die(world, config, at, done));
            provider.cleanUp();
            assertThat(world.remains(config)).isEmpty();
        }
        System.out.println("AWS crash points of stop, start and down: " + tried);
        assertThat(tried).isGreaterThan(10);
    }

    private static boolean die(AwsWorld world, ClusterConfig config, int at, boolean done) throws Exception {
        String[] names = {"n-" + at + "-" + done, "m-" + at + "-" + done};
        String death = "after a death at call " + at + " (done: " + done + ")";
        world.open(config).launch(Specs.workers(config, names));
        FaultyWire proxy = world.proxy();
        proxy.dieAt(at, done);
        try (NodeProvider doomed = world.open(config, proxy)) {
            stopped(doomed).stop(ids(doomed.list(Look.USUAL)));
            stopped(doomed).start();
            stopped(doomed).stop(ids(doomed.list(Look.USUAL)));
            stopped(doomed).end();
        } catch (ProviderException e) {
            assertThat(proxy.isDead()).as("%s", e.problem()).isTrue();
        }
        NodeProvider next = world.open(config);
        boolean ended = next.list(Look.USUAL).isEmpty() && stopped(next).list().isEmpty();
        if (!ended) {
            stopped(next).stop(ids(next.list(Look.USUAL)));
            stopped(next).start();
            assertThat(names(next.list(Look.USUAL))).as(death).containsExactlyInAnyOrder(names);
            stopped(next).stop(ids(next.list(Look.USUAL)));
        }
        stopped(next).end();
        Eventually.eventually(Duration.ofSeconds(20), "all gone " + death, () -> next.list(Look.USUAL), List::isEmpty);
        assertThat(stopped(next).list()).as(death).isEmpty();
        return proxy.isDead();
    }
}
