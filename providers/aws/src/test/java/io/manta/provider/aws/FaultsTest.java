package io.manta.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.provider.aws.offer.Foundation;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Offer;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Depth;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What goes wrong between Manta and AWS, and what comes of it. */
final class FaultsTest {
    private AwsWorld world;
    private FaultyWire proxy;
    private ClusterConfig config;
    private AwsNodeProvider provider;

    @BeforeEach
    void open() throws Exception {
        world = new AwsWorld();
        proxy = world.proxy();
        config = world.config("faults");
        provider = world.open(config, proxy);
    }

    @AfterEach
    void takeDown() throws Exception {
        proxy.script(call -> new Act.Pass());
        provider.terminate(provider.list(Look.USUAL).stream().map(Machine::id).collect(Collectors.toSet()));
        provider.cleanUp();
        assertThat(world.remains(config)).isEmpty();
        world.close();
    }

    private static NodeSpec[] workers(ClusterConfig config, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Specs.worker(config, "ray-cluster-worker-%08d".formatted(i)))
                .toArray(NodeSpec[]::new);
    }

    @Test
    void everyCallMayBeThrottledOnceAndFailOnceAndNothingIsMadeTwice() throws Exception {
        Set<String> throttled = new HashSet<>();
        Set<String> failed = new HashSet<>();
        proxy.script(call -> {
            synchronized (throttled) {
                return throttled.add(call.name())
                        ? AwsCalls.error(503, "RequestLimitExceeded")
                        : failed.add(call.name()) ? AwsCalls.error(500, "InternalError") : new Act.Pass();
            }
        });
        provider.prepare(config, Progress.NONE);
        LaunchResult result = provider.launch(Specs.request(workers(config, 3)));

        assertThat(result.created()).hasSize(3);
        assertThat(provider.list(Look.USUAL)).hasSize(3);
        assertThat(throttled).contains("RunInstances", "CreateRole", "DescribeSubnets");
    }

    @Test
    void anAnswerThatIsLostAfterTheRequestWasDoneMakesNothingTwice() throws Exception {
        Set<String> lost = new HashSet<>();
        proxy.script(call -> {
            synchronized (lost) {
                return lost.add(call.name()) ? new Act.LoseAnswer() : new Act.Pass();
            }
        });
        provider.prepare(config, Progress.NONE);
        LaunchResult result = provider.launch(Specs.request(workers(config, 3)));
        provider.tag(Map.of(result.created().getFirst().id(), Map.of("a", "b")));

        assertThat(provider.list(Look.USUAL)).hasSize(3);
        assertThat(lost).contains("RunInstances", "ImportKeyPair", "CreateSecurityGroup", "CreateTags");
    }

    @Test
    void aZoneWithoutCapacityIsNamedAndAnotherOneServes() throws Exception {
        provider.prepare(config, Progress.NONE);
        List<Offer> offers = provider.features().offers(Configs.WORKER);
        assertThat(offers).extracting(Offer::zone).doesNotHaveDuplicates().hasSizeGreaterThan(2);
        String full =
                Foundation.read(world.state(config)).orElseThrow().usable().getFirst();
        proxy.script(call -> call.name().equals("RunInstances") && call.body().contains("SubnetId=" + full)
                ? AwsCalls.error(500, "InsufficientInstanceCapacity")
                : new Act.Pass());
        List<NodeSpec> nodes = List.of(workers(config, 2));

        assertThatThrownBy(() -> provider.launch(new LaunchRequest(offers.getFirst(), nodes)))
                .isInstanceOfSatisfying(ProviderException.class, e -> {
                    assertThat(e.kind()).isEqualTo(ProviderException.Kind.NO_CAPACITY);
                    assertThat(e.problem().what()).contains(offers.getFirst().zone());
                });
        LaunchResult elsewhere = provider.launch(new LaunchRequest(offers.get(1), nodes));
        assertThat(elsewhere.created()).hasSize(2);
        assertThat(provider.list(Look.USUAL))
                .allMatch(machine -> machine.offer()
                        .orElseThrow()
                        .zone()
                        .equals(offers.get(1).zone()));
    }

    @Test
    void fewerThanAskedForIsToldAndTheRestComesWithTheNextOffer() throws Exception {
        provider.prepare(config, Progress.NONE);
        proxy.script(call -> call.name().equals("RunInstances")
                ? new Act.Rewrite(call.body().replaceAll("MaxCount=\\d+", "MaxCount=4"))
                : new Act.Pass());
        LaunchResult first = provider.launch(Specs.request(workers(config, 10)));
        assertThat(first.created()).hasSize(4);
        assertThat(first.shortfall())
                .hasValueSatisfying(e -> assertThat(e.kind()).isEqualTo(ProviderException.Kind.NO_CAPACITY));

        proxy.script(call -> new Act.Pass());
        assertThat(provider.launch(Specs.request(workers(config, 10))).created())
                .hasSize(10);
        assertThat(provider.list(Look.USUAL)).hasSize(10);
    }

    @Test
    void aListThatLagsBehindHidesNothingThatWasLaunchedAndShowsNothingThatWasEndedAsLive() throws Exception {
        provider.prepare(config, Progress.NONE);
        String empty = "<DescribeInstancesResponse><reservationSet/></DescribeInstancesResponse>";
        proxy.script(call -> call.name().equals("DescribeInstances") ? new Act.AnswerWith(empty) : new Act.Pass());
        Machine machine =
                provider.launch(Specs.request(workers(config, 1))).created().getFirst();
        assertThat(provider.list(Look.USUAL)).extracting(Machine::id).containsExactly(machine.id());

        proxy.script(call -> call.name().equals("TerminateInstances")
                ? new Act.AnswerWith("<TerminateInstancesResponse><instancesSet/></TerminateInstancesResponse>")
                : new Act.Pass());
        provider.terminate(Set.of(machine.id()));
        assertThat(provider.list(Look.USUAL)).noneMatch(Machine::isLive);
    }

    @Test
    void aProfileThatIsNotKnownYetIsWaitedForByAskingNotBySleeping() throws Exception {
        provider.prepare(config, Progress.NONE);
        var refusals = new AtomicInteger();
        proxy.script(call -> call.name().equals("RunInstances") && refusals.incrementAndGet() <= 2
                ? AwsCalls.error(400, "InvalidIamInstanceProfile.NotFound")
                : new Act.Pass());
        assertThat(provider.launch(Specs.request(Specs.head(config, "h-1"))).created())
                .hasSize(1);
        assertThat(refusals).hasValue(3);
    }

    @Test
    void aSpotMachineThatIsAboutToBeTakenBackSaysWhen() throws Exception {
        config = AwsWorld.withWorkers(config, Map.of("InstanceMarketOptions", Map.of("MarketType", "spot")));
        provider = world.open(config, proxy);
        provider.prepare(config, Progress.NONE);
        List<Machine> machines =
                provider.launch(Specs.request(workers(config, 2))).created();
        String taken = machines.getFirst().id().value();
        proxy.script(call -> call.name().equals("DescribeSpotInstanceRequests")
                ? new Act.AnswerWith("<DescribeSpotInstanceRequestsResponse><spotInstanceRequestSet><item>"
                        + "<instanceId>" + taken + "</instanceId><status><code>marked-for-termination</code>"
                        + "<updateTime>2026-01-01T00:00:00.000Z</updateTime></status></item>"
                        + "</spotInstanceRequestSet></DescribeSpotInstanceRequestsResponse>")
                : new Act.Pass());
        assertThat(provider.list(Look.USUAL))
                .allSatisfy(machine -> assertThat(machine.interruption())
                        .isEqualTo(
                                machine.id().value().equals(taken)
                                        ? Optional.of(Instant.parse("2026-01-01T00:02:00Z"))
                                        : Optional.empty()));
    }

    @Test
    void clustersWhoseFilesAreLostAreFoundByTheirMarks() throws Exception {
        provider.prepare(config, Progress.NONE);
        try (NodeProvider stranger = world.open(world.config("stranger"))) {
            assertThat(stranger.features().clusters()).contains(config.name());
        }
    }

    @Test
    void aColdLaunchOfAHeadAndTwoWorkersTakesTwelveCalls() throws Exception {
        AwsNodeProvider usual = world.open(config, proxy.endpoint(), Duration.ofMillis(1500));
        ClusterConfig given = AwsWorld.withWorkers(config, Map.of("InstanceType", "m5.large"));
        assertThat(usual.check(given, Depth.QUICK).isClean()).isTrue();
        usual.prepare(given, Progress.NONE);
        usual.launch(Specs.request(Specs.head(given, "h-1")));
        usual.launch(Specs.request(workers(given, 2)));
        Eventually.eventually(
                Duration.ofSeconds(20),
                "all run",
                () -> usual.list(Look.USUAL),
                machines -> machines.stream().allMatch(m -> m.state() == Machine.MachineState.RUNNING));
        assertThat(proxy.names())
                .filteredOn(action -> !action.equals("GetParameters"))
                .as("what images are current is known from earlier launches, or asked in one call more")
                .hasSizeLessThanOrEqualTo(12);
    }

    @Test
    void aHundredNodesAreOneCallAndAllHaveTheirNamesWithoutAnother() throws Exception {
        provider.prepare(config, Progress.NONE);
        proxy.forget();
        NodeSpec[] nodes = workers(config, 100);
        LaunchResult result = provider.launch(Specs.request(nodes));

        assertThat(result.created()).hasSize(100);
        assertThat(proxy.names()).filteredOn("RunInstances"::equals).hasSize(1);
        assertThat(proxy.names()).doesNotContain("CreateTags");
        try (NodeProvider other = world.open(config)) {
            assertThat(other.list(Look.USUAL))
                    .extracting(machine -> machine.nodeId().value())
                    .containsExactlyInAnyOrderElementsOf(List.of(nodes).stream()
                            .map(node -> node.id().value())
                            .toList());
        }
        proxy.forget();
        provider.terminate(result.created().stream().map(Machine::id).collect(Collectors.toSet()));
        assertThat(proxy.names()).filteredOn("TerminateInstances"::equals).hasSize(1);
    }
}
