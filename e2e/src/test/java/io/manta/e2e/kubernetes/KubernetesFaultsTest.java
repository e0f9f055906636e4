package io.manta.e2e.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.provider.kubernetes.KubernetesNodeProvider;
import io.manta.provider.kubernetes.pod.Pools;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Offer;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.testkit.Configs;
import io.manta.testkit.Eventually;
import io.manta.testkit.KubernetesCluster;
import io.manta.testkit.RequiresKubernetes;
import io.manta.testkit.Specs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong between Manta and a real API, and what comes of it. */
@RequiresKubernetes
final class KubernetesFaultsTest {
    @TempDir
    Path directory;

    private KubernetesWorld world;
    private FaultyWire wire;
    private ClusterConfig config;
    private KubernetesNodeProvider provider;

    @BeforeEach
    void open() throws Exception {
        world = new KubernetesWorld(directory, KubernetesWorld.nowhere());
        wire = world.newWire();
        config = world.config("faults");
        provider = world.open(config, wire, true);
    }

    @AfterEach
    void takeDown() throws Exception {
        wire.script(call -> new FaultyWire.Act.Pass());
        provider.terminate(provider.list(Look.ANEW).stream().map(Machine::id).collect(Collectors.toSet()));
        Eventually.eventually(Duration.ofSeconds(30), "all gone", () -> provider.list(Look.USUAL), List::isEmpty);
        provider.cleanUp();
        assertThat(world.remains(config)).isEmpty();
        world.close();
    }

    /** Every kind of request meets this once. */
    private Set<String> once(Function<FaultyWire.Call, FaultyWire.Act> act) {
        Set<String> met = new HashSet<>();
        wire.script(call -> {
            synchronized (met) {
                return met.add(call.kind()) ? act.apply(call) : new FaultyWire.Act.Pass();
            }
        });
        return met;
    }

    private void upWithThreeWorkers() throws Exception {
        provider.prepare(config, Progress.NONE);
        provider.launch(Specs.request(Specs.head(config, "h-1")));
        LaunchResult result = provider.launch(Specs.workers(config, "n-1", "n-2", "n-3"));
        provider.tag(Map.of(result.created().getFirst().id(), Map.of("a", "b")));
        assertThat(result.created()).hasSize(3);
        assertThat(world.open(config).list(Look.USUAL)).hasSize(4);
    }

    @Test
    void everyRequestMayBeThrottledOnceAndNothingIsMadeTwice() throws Exception {
        Set<String> met = once(call ->
                new FaultyWire.Act.Answer(429, "TooManyRequests", "slow down", Optional.of(Duration.ofMillis(1))));
        upWithThreeWorkers();
        assertThat(met).contains("POST pods", "PATCH roles", "PATCH pods", "GET serviceaccounts");
    }

    @Test
    void everyRequestMayFailOnceInTheServer() throws Exception {
        once(call -> new FaultyWire.Act.Answer(500, "InternalError", "etcdserver: leader changed", Optional.empty()));
        upWithThreeWorkers();
    }

    @Test
    void anAnswerThatIsLostAfterTheRequestWasDoneMakesNothingTwice() throws Exception {
        Set<String> met = once(call -> new FaultyWire.Act.Break(true));
        upWithThreeWorkers();
        assertThat(met).contains("POST pods", "PATCH rolebindings", "PATCH pods");
    }

    @Test
    void anApiThatIsStartedAgainMeanwhileIsWaitedFor() throws Exception {
        provider.prepare(config, Progress.NONE);
        provider.launch(Specs.request(Specs.head(config, "h-1")));
        Thread restart = Thread.ofVirtual().start(() -> restart(world.cluster()));
        var made = new AtomicInteger();
        try {
            while (restart.isAlive()) {
                String id = "n-" + made.incrementAndGet();
                assertThat(provider.launch(Specs.workers(config, id)).shortfall())
                        .isEmpty();
                provider.list(Look.USUAL);
            }
        } finally {
            restart.join();
        }
        Eventually.eventually(
                Duration.ofSeconds(30),
                "all are listed",
                () -> provider.list(Look.USUAL),
                list -> list.size() == made.get() + 1);
        assertThat(made.get()).isGreaterThan(1);
    }

    private static void restart(KubernetesCluster cluster) {
        cluster.stop("apiserver");
        cluster.start("apiserver");
    }

    @Test
    void aWatchThatHasExpiredIsBegunAnewAndMissesNothing() throws Exception {
        var watches = new AtomicInteger();
        wire.script(call -> call.method().equals("WATCH") && watches.incrementAndGet() <= 2
                ? new FaultyWire.Act.Answer(410, "Expired", "too old resource version", Optional.empty())
                : new FaultyWire.Act.Pass());
        provider.list(Look.USUAL);
        provider.list(Look.USUAL);
        NodeProvider other = world.open(config);
        other.launch(Specs.workers(config, "n-1"));

        Eventually.eventually(
                Duration.ofSeconds(20), "seen", () -> provider.list(Look.USUAL), list -> list.size() == 1);
        Eventually.eventually(Duration.ofSeconds(20), "watched anew", watches::get, count -> count == 3);
        int calls = wire.calls();
        other.tag(Map.of(other.list(Look.USUAL).getFirst().id(), Map.of("colour", "red")));
        Eventually.eventually(
                Duration.ofSeconds(20),
                "the label is seen",
                () -> provider.list(Look.USUAL),
                list -> "red".equals(list.getFirst().tags().get("colour")));
        assertThat(wire.calls()).as("by the watch alone").isEqualTo(calls);
    }

    @Test
    void whatIsRefusedForGoodIsSaidOnceAndNotTriedForAll() throws Exception {
        var creations = new AtomicInteger();
        wire.script(call -> {
            if (!call.kind().equals("POST pods")) {
                return new FaultyWire.Act.Pass();
            }
            creations.incrementAndGet();
            return new FaultyWire.Act.Answer(
                    403, "Forbidden", "admission webhook no-root denied the request", Optional.empty());
        });
        LaunchResult result = provider.launch(Specs.workers(config, "n-1", "n-2", "n-3"));

        assertThat(result.created()).isEmpty();
        assertThat(creations.get()).isEqualTo(1);
        ProviderException why = result.shortfall().orElseThrow();
        assertThat(why.kind()).isEqualTo(ProviderException.Kind.DENIED);
        assertThat(why.problem().code()).isEqualTo("KUBE-ADMISSION");
    }

    @Test
    void aPoolWithoutAPlaceIsLeftForTheNextOne() throws Exception {
        NodeType type = config.nodeType(Configs.WORKER);
        var nodeConfig = new LinkedHashMap<String, Object>(KubernetesWorld.running());
        nodeConfig.put(
                "pools",
                List.of(
                        Map.of("name", "spot", "spot", true, "nodeSelector", Map.of("pool", "none-such")),
                        Map.of("name", "on-demand")));
        NodeSpec spec = Specs.worker(config, "n-1");
        var pooled = new NodeSpec(spec.id(), spec.role(), type.withNodeConfig(nodeConfig), spec.tags());
        List<Offer> offers = Pools.offers(pooled.type());

        LaunchResult spot = provider.launch(new LaunchRequest(offers.getFirst(), List.of(pooled)));
        LaunchResult other = provider.launch(new LaunchRequest(offers.getLast(), List.of(pooled)));

        assertThat(offers.getFirst().market()).isEqualTo(Offer.Market.SPOT);
        assertThat(spot.created()).isEmpty();
        assertThat(spot.shortfall().orElseThrow().kind()).isEqualTo(ProviderException.Kind.NO_CAPACITY);
        assertThat(other.created()).hasSize(1);
    }

    /** Many pods, none of which costs anything but its place in the API. */
    @Test
    void fiveHundredPodsAreMadeListedAndEndedByFewRequests() throws Exception {
        NodeSpec[] specs = IntStream.range(0, 500)
                .mapToObj(i -> Specs.worker(config, "many-%04d".formatted(i)))
                .toArray(NodeSpec[]::new);
        long begin = System.nanoTime();
        assertThat(provider.launch(Specs.request(specs)).created()).hasSize(500);
        long made = System.nanoTime();
        int calls = wire.calls();
        for (int i = 0; i < 100; i++) {
            assertThat(provider.list(Look.USUAL)).hasSize(500);
        }
        assertThat(wire.calls() - calls)
                .as("lists and watches for a hundred looks")
                .isLessThan(5);
        System.out.printf("500 pods made in %.1f s%n", (made - begin) / 1e9);
    }
}
