package io.manta.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.RestingMachines;
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

/** Machines that are put to rest with their disks, and woken. */
final class RestTest {
    private static void up(NodeProvider provider, ClusterConfig config) throws Exception {
        provider.prepare(config, Progress.NONE);
        var head = provider.launch(Specs.request(Specs.head(config, "h-1"))).created();
        provider.launch(Specs.workers(config, "n-1", "n-2"));
        provider.tag(Map.of(head.getFirst().id(), Map.of("ray-node-status", "up-to-date", "manta-setup", "abc")));
    }

    private static RestingMachines resting(NodeProvider provider) {
        return provider.resting().orElseThrow();
    }

    private static Set<MachineId> ids(List<Machine> machines) {
        return machines.stream().map(Machine::id).collect(Collectors.toSet());
    }

    private static List<String> names(List<Machine> machines) {
        return machines.stream().map(machine -> machine.nodeId().value()).toList();
    }

    private static void awaitRest(NodeProvider provider) throws Exception {
        Eventually.eventually(Duration.ofSeconds(20), "all rest", provider::list, List::isEmpty);
    }

    private static void down(NodeProvider provider) throws Exception {
        resting(provider).end();
        provider.lookAnew();
        provider.terminate(ids(provider.list()));
        awaitRest(provider);
        provider.cleanUp();
    }

    @Test
    void machinesComeBackWithTheirNamesAndInnerAddresses() throws Exception {
        try (var world = new AwsWorld()) {
            ClusterConfig config = world.config("rest");
            NodeProvider provider = world.open(config);
            up(provider, config);
            Map<String, String> before = addresses(provider.list());
            assertThat(resting(provider).list()).isEmpty();

            assertThat(resting(provider).rest(ids(provider.list()))).isEmpty();
            awaitRest(provider);
            assertThat(resting(provider).list())
                    .hasSize(3)
                    .allSatisfy(sleeper -> assertThat(sleeper.monthly().orElseThrow())
                            .as("40 GB at the price of a common disk")
                            .isBetween(1.0, 10.0));

            NodeProvider later = world.open(config);
            resting(later).wake();
            List<Machine> awake = later.list();
            assertThat(addresses(awake)).isEqualTo(before);
            assertThat(awake)
                    .allMatch(Machine::isLive)
                    .allMatch(machine -> machine.status() == NodeStatus.UNINITIALIZED);
            assertThat(awake)
                    .filteredOn(machine -> machine.nodeId().value().equals("h-1"))
                    .singleElement()
                    .satisfies(head -> assertThat(head.tags()).containsEntry("manta-setup", "abc"));
            assertThat(resting(later).list()).isEmpty();
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
            List<Machine> all = provider.list();
            resting(provider).rest(ids(all));
            awaitRest(provider);
            Machine other =
                    provider.launch(Specs.workers(config, "n-9")).created().getFirst();
            assertThat(ids(all)).doesNotContain(other.id());

            // With the cache, `down` keeps them as spares; they may be used again now.
            resting(provider).end();
            assertThat(resting(provider).list()).isEmpty();
            assertThat(ids(provider.launch(Specs.workers(config, "n-10")).created()))
                    .isSubsetOf(ids(all));
            ClusterConfig without = withoutCache(config);
            NodeProvider last = world.open(without);
            last.terminate(ids(last.list()));
            awaitRest(last);
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
            Set<MachineId> workers = ids(provider.list().stream()
                    .filter(machine -> !machine.nodeId().value().equals("h-1"))
                    .toList());
            assertThat(resting(provider).rest(ids(provider.list()))).isEqualTo(workers);
            awaitRest(provider);
            assertThat(resting(provider).list())
                    .singleElement()
                    .satisfies(sleeper ->
                            assertThat(sleeper.machine().nodeId().value()).isEqualTo("h-1"));
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
            resting(doomed).rest(ids(doomed.list()));
            resting(doomed).wake();
            resting(doomed).rest(ids(doomed.list()));
            resting(doomed).end();
        } catch (ProviderException e) {
            assertThat(proxy.isDead()).as("%s", e.problem()).isTrue();
        }
        NodeProvider next = world.open(config);
        boolean ended = next.list().isEmpty() && resting(next).list().isEmpty();
        if (!ended) {
            resting(next).rest(ids(next.list()));
            resting(next).wake();
            assertThat(names(next.list())).as(death).containsExactlyInAnyOrder(names);
            resting(next).rest(ids(next.list()));
        }
        resting(next).end();
        Eventually.eventually(Duration.ofSeconds(20), "all gone " + death, next::list, List::isEmpty);
        assertThat(resting(next).list()).as(death).isEmpty();
        return proxy.isDead();
    }
}
