package io.manta.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Offer;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Reach;
import io.manta.testkit.Configs;
import io.manta.testkit.Eventually;
import io.manta.testkit.FaultyWire;
import io.manta.testkit.FaultyWire.Act;
import io.manta.testkit.Specs;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What goes wrong between Manta and Google, and what comes of it. */
final class FaultsTest {
    private GcpWorld world;
    private FaultyWire wire;
    private ClusterConfig config;
    private GcpNodeProvider provider;

    @BeforeEach
    void open() throws Exception {
        reopen(Map.of());
    }

    private void reopen(Map<String, Object> settings) throws Exception {
        if (world != null) {
            world.close();
        }
        world = new GcpWorld(settings);
        wire = world.newWire();
        config = world.config("faults");
        provider = world.open(config, wire);
    }

    @AfterEach
    void takeDown() throws Exception {
        wire.script(call -> new Act.Pass());
        provider.terminate(provider.list(Look.USUAL).stream().map(Machine::id).collect(Collectors.toSet()));
        Eventually.eventually(Duration.ofSeconds(20), "all gone", () -> provider.list(Look.USUAL), List::isEmpty);
        provider.cleanUp();
        assertThat(world.remains(config)).isEmpty();
        world.close();
    }

    private NodeSpec[] workers(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Specs.worker(config, "ray-" + config.name() + "-worker-%08d".formatted(i)))
                .toArray(NodeSpec[]::new);
    }

    private static Act error(int status, String reason) {
        return new Act.Answer(
                status,
                "{\"error\": {\"code\": " + status + ", \"message\": \"injected\", \"errors\": [{\"reason\": \""
                        + reason + "\", \"message\": \"injected\"}]}}");
    }

    @Test
    void everyCallMayBeThrottledOnceAndFailOnceAndNothingIsMadeTwice() throws Exception {
        Set<String> throttled = new HashSet<>();
        Set<String> failed = new HashSet<>();
        wire.script(call -> {
            synchronized (throttled) {
                return throttled.add(call.name())
                        ? error(403, "rateLimitExceeded")
                        : failed.add(call.name()) ? error(503, "backendError") : new Act.Pass();
            }
        });
        provider.prepare(config, Progress.NONE);
        LaunchResult result = provider.launch(Specs.request(workers(3)));

        assertThat(result.created()).hasSize(3);
        assertThat(provider.list(Look.USUAL)).hasSize(3);
        assertThat(throttled)
                .contains("POST instances/bulkInsert", "POST serviceAccounts", "POST setIamPolicy", "POST firewalls");
    }

    @Test
    void anAnswerThatIsLostAfterTheRequestWasDoneMakesNothingTwice() throws Exception {
        Set<String> lost = new HashSet<>();
        wire.script(call -> {
            synchronized (lost) {
                return lost.add(call.name()) ? new Act.LoseAnswer() : new Act.Pass();
            }
        });
        provider.prepare(config, Progress.NONE);
        LaunchResult result = provider.launch(Specs.request(workers(3)));
        provider.launch(Specs.request(Specs.head(config, "h-1")));
        provider.tag(Map.of(result.created().getFirst().id(), Map.of("a", "b")));

        assertThat(provider.list(Look.USUAL)).hasSize(4);
        assertThat(lost)
                .contains(
                        "POST instances/bulkInsert",
                        "POST instances",
                        "POST serviceAccounts",
                        "POST firewalls",
                        "POST instances/setLabels",
                        "POST operations/wait");
    }

    @Test
    void aZoneWithoutCapacityIsNamedAndAnotherOneServes() throws Exception {
        reopen(Map.of("availability_zone", "us-west1-b, us-west1-c"));
        provider.prepare(config, Progress.NONE);
        List<Offer> offers = provider.features().offers(Configs.WORKER);
        assertThat(offers).extracting(Offer::zone).containsExactly("us-west1-b", "us-west1-c");
        world.arrange("{\"capacity\": {\"us-west1-b\": 0}}");
        List<NodeSpec> nodes = List.of(workers(2));

        for (List<NodeSpec> some : List.of(nodes, nodes.subList(0, 1))) {
            assertThatThrownBy(() -> provider.launch(new LaunchRequest(offers.getFirst(), some)))
                    .isInstanceOfSatisfying(ProviderException.class, e -> {
                        assertThat(e.kind()).isEqualTo(ProviderException.Kind.NO_CAPACITY);
                        assertThat(e.problem().what()).contains("us-west1-b");
                        assertThat(e.problem().why()).contains("ZONE_RESOURCE_POOL_EXHAUSTED");
                    });
        }
        assertThat(provider.launch(new LaunchRequest(offers.get(1), nodes)).created())
                .hasSize(2);
        assertThat(provider.list(Look.USUAL))
                .allMatch(machine -> machine.offer().orElseThrow().zone().equals("us-west1-c"));
    }

    @Test
    void roomThatComesBackIsFoundThoughTheSameRequestFailedBefore() throws Exception {
        provider.prepare(config, Progress.NONE);
        world.arrange("{\"capacity\": {\"us-west1-a\": 0}}");
        assertThatThrownBy(() -> provider.launch(Specs.request(workers(2)))).isInstanceOf(ProviderException.class);
        world.arrange("{\"capacity\": {}}");

        assertThat(provider.launch(Specs.request(workers(2))).created()).hasSize(2);
    }

    @Test
    void theRegionFindsAZoneWithRoom() throws Exception {
        reopen(Map.of("availability_zone", ""));
        provider.prepare(config, Progress.NONE);
        world.arrange("{\"capacity\": {\"us-west1-a\": 0, \"us-west1-b\": 1}}");

        assertThat(provider.launch(Specs.request(workers(5))).created()).hasSize(5);
        assertThat(provider.list(Look.USUAL))
                .allMatch(machine -> machine.offer().orElseThrow().zone().equals("us-west1-c"));
    }

    @Test
    void fewerThanAskedForIsToldAndTheRestComesLater() throws Exception {
        provider.prepare(config, Progress.NONE);
        world.arrange("{\"capacity\": {\"us-west1-a/n1-standard-2\": 4}}");
        LaunchResult first = provider.launch(Specs.request(workers(10)));
        assertThat(first.created()).hasSize(4);
        assertThat(first.shortfall())
                .hasValueSatisfying(e -> assertThat(e.kind()).isEqualTo(ProviderException.Kind.NO_CAPACITY));

        world.arrange("{\"capacity\": {}}");
        assertThat(provider.launch(Specs.request(workers(10))).created()).hasSize(10);
        assertThat(provider.list(Look.USUAL)).hasSize(10);
    }

    @Test
    void aQuotaThatIsUsedUpIsSaidToBeOne() throws Exception {
        provider.prepare(config, Progress.NONE);
        world.arrange("{\"quota\": {\"us-west1/CPUS\": 3}}");
        assertThatThrownBy(() -> provider.launch(Specs.request(workers(2))))
                .isInstanceOfSatisfying(ProviderException.class, e -> {
                    assertThat(e.kind()).isEqualTo(ProviderException.Kind.QUOTA);
                    assertThat(e.problem().why()).contains("Quota 'CPUS' exceeded");
                });
    }

    @Test
    void aListThatLagsBehindHidesNothingThatWasLaunchedAndShowsNothingThatWasEndedAsLive() throws Exception {
        provider.prepare(config, Progress.NONE);
        wire.script(call -> call.name().equals("GET instances")
                ? new Act.AnswerWith("{\"kind\": \"compute#instanceAggregatedList\"}")
                : new Act.Pass());
        Machine machine = provider.launch(Specs.request(workers(1))).created().getFirst();
        assertThat(provider.list(Look.USUAL)).extracting(Machine::id).containsExactly(machine.id());

        wire.script(call -> call.name().equals("DELETE instances") ? new Act.Answer(200, "{}") : new Act.Pass());
        provider.terminate(Set.of(machine.id()));
        assertThat(provider.list(Look.USUAL)).noneMatch(Machine::isLive);
    }

    @Test
    void anAccountThatIsNotKnownEverywhereYetIsWaitedForByAsking() throws Exception {
        world.arrange("{\"account_lag\": 0.7}");
        provider.prepare(config, Progress.NONE);
        assertThat(provider.launch(Specs.request(Specs.head(config, "h-1"))).created())
                .hasSize(1);
        assertThat(wire.calls("POST setIamPolicy")).hasSizeGreaterThan(1);
    }

    @Test
    void aSpotMachineThatIsTakenBackSaysWhenAndStillRunsUntilThen() throws Exception {
        config = GcpWorld.withWorkers(config, Map.of("scheduling", List.of(Map.of("preemptible", true))));
        provider = world.open(config, wire);
        provider.prepare(config, Progress.NONE);
        List<Machine> machines = provider.launch(Specs.request(workers(2))).created();
        Eventually.eventually(
                Duration.ofSeconds(5),
                "both run",
                () -> provider.list(Look.USUAL),
                list -> list.stream().allMatch(m -> m.state() == Machine.MachineState.RUNNING));
        String taken = machines.getFirst().id().value();
        Instant before = Instant.now();
        world.arrange("{\"preempt\": [\"" + taken + "\"], \"notice\": 0.5}");

        assertThat(provider.list(Look.USUAL)).allSatisfy(machine -> {
            assertThat(machine.isLive()).isTrue();
            if (machine.id().value().equals(taken)) {
                assertThat(machine.interruption())
                        .hasValueSatisfying(end -> assertThat(end)
                                .isBetween(before.plusSeconds(29), Instant.now().plusSeconds(31)));
            } else {
                assertThat(machine.interruption()).isEmpty();
            }
        });
        Eventually.eventually(
                Duration.ofSeconds(10),
                "it is gone",
                () -> provider.list(Look.USUAL),
                list -> list.stream().noneMatch(m -> m.id().value().equals(taken)));
    }

    @Test
    void stoppedMachinesAreUsedAgainWhenTheFileSaysSo() throws Exception {
        reopen(Map.of("cache_stopped_nodes", true));
        provider.prepare(config, Progress.NONE);
        Machine first = provider.launch(Specs.request(workers(1))).created().getFirst();
        provider.terminate(Set.of(first.id()));
        Eventually.eventually(Duration.ofSeconds(10), "it rests", () -> provider.list(Look.USUAL), List::isEmpty);

        NodeSpec next = Specs.worker(config, "ray-" + config.name() + "-worker-next0000");
        Machine started = provider.launch(Specs.request(next)).created().getFirst();
        assertThat(started.id()).isEqualTo(first.id());
        assertThat(started.nodeId()).isEqualTo(next.id());
        assertThat(world.open(config).list(Look.USUAL))
                .extracting(Machine::nodeId)
                .containsExactly(next.id());

        provider.terminate(Set.of(started.id()));
        Eventually.eventually(Duration.ofSeconds(10), "it rests again", () -> provider.list(Look.USUAL), List::isEmpty);
        config = config.withProvider(world.config("faults").provider());
        provider = world.open(
                config.withProvider(new io.manta.spi.model.ProviderSettings(
                        "gcp", without(config.provider().settings(), "cache_stopped_nodes"))),
                wire);
    }

    private static Map<String, Object> without(Map<String, Object> settings, String key) {
        var copy = new java.util.LinkedHashMap<>(settings);
        copy.remove(key);
        return copy;
    }

    @Test
    void hostKeysThatAMachineToldGoogleOfArePinnedBeforeTheFirstConnection() throws Exception {
        provider.prepare(config, Progress.NONE);
        provider.launch(Specs.request(workers(2)));
        List<Machine> machines = Eventually.eventually(
                Duration.ofSeconds(5),
                "both run",
                () -> provider.list(Look.USUAL),
                list -> list.stream().allMatch(m -> m.state() == Machine.MachineState.RUNNING));
        String telling = machines.getFirst().id().value();
        world.arrange("{\"guest_attributes\": {\"" + telling + "\": {\"hostkeys/ssh-ed25519\": \"AAAAC3\"}}}");

        for (Machine machine : machines) {
            var reach = (Reach.Ssh) provider.reach(machine);
            if (machine.id().value().equals(telling)) {
                assertThat(reach.options()).contains("StrictHostKeyChecking=yes");
                assertThat(world.state(config).resolve("host_keys").resolve(telling))
                        .hasContent(reach.address() + " ssh-ed25519 AAAAC3");
            } else {
                assertThat(reach.options()).isEmpty();
            }
        }
    }

    @Test
    void clustersWhoseFilesAreLostAreFoundByTheirMarks() throws Exception {
        provider.prepare(config, Progress.NONE);
        try (NodeProvider stranger = world.open(world.config("stranger"))) {
            assertThat(stranger.features().clusters()).contains(config.name());
        }
    }

    @Test
    void aHundredNodesAreOneCallAndAllHaveTheirNamesWithoutAnother() throws Exception {
        provider.prepare(config, Progress.NONE);
        provider.launch(Specs.request(Specs.head(config, "h-1")));
        wire.forget();
        NodeSpec[] nodes = workers(100);
        LaunchResult result = provider.launch(Specs.request(nodes));

        assertThat(result.created()).hasSize(100);
        assertThat(wire.names()).containsExactly("GET instances", "POST instances/bulkInsert", "POST operations/wait");
        try (NodeProvider other = world.open(config)) {
            assertThat(other.list(Look.USUAL))
                    .filteredOn(machine -> machine.role() == NodeRole.WORKER)
                    .extracting(machine -> machine.nodeId().value())
                    .containsExactlyInAnyOrderElementsOf(List.of(nodes).stream()
                            .map(node -> node.id().value())
                            .toList());
        }
    }
}
