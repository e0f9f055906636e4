package io.manta.provider.localhost;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Resources;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider.Depth;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Reach;
import io.manta.testkit.Configs;
import io.manta.testkit.Eventually;
import io.manta.testkit.Specs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each node holds the accelerators it claims, and sees no others. */
class AcceleratorsTest {
    private static final String CUDA = "CUDA_VISIBLE_DEVICES";

    @TempDir
    Path directory;

    private LocalhostWorld world;

    @BeforeEach
    void aMachineWithTwoCards() throws Exception {
        world = new LocalhostWorld(directory);
        world.cards("NVIDIA H200", "NVIDIA H200");
    }

    @Test
    void nodesHoldDifferentCardsAndTheHeadSeesNone() throws Exception {
        ClusterConfig config = gpuCluster("alpha", 1, Map.of());
        LocalhostNodeProvider provider = prepared(config);

        Machine head = launch(provider, Specs.request(Specs.head(config, "head")));
        Machine first = launch(provider, Specs.workers(config, "w-1"));
        Machine second = launch(provider, Specs.workers(config, "w-2"));

        assertThat(environment(provider, head))
                .containsEntry(CUDA, "")
                .containsEntry("CUDA_DEVICE_ORDER", "PCI_BUS_ID");
        assertThat(environment(provider, first)).containsEntry(CUDA, "0");
        assertThat(environment(provider, second)).containsEntry(CUDA, "1");
        // Asking again is asking once.
        launch(provider, Specs.workers(config, "w-1"));
        assertThat(environment(provider, first)).containsEntry(CUDA, "0");
    }

    @Test
    void whatIsHeldIsNotPromisedToAnotherClusterAndComesBackWhenItsNodeHasEnded() throws Exception {
        ClusterConfig one = gpuCluster("one", 2, Map.of());
        ClusterConfig two = gpuCluster("two", 1, Map.of());
        LocalhostNodeProvider first = prepared(one);
        LocalhostNodeProvider second = prepared(two);
        Machine holder = launch(first, Specs.workers(one, "w-1"));

        LaunchResult refused = second.launch(Specs.workers(two, "w-2"));

        assertThat(refused.created()).isEmpty();
        ProviderException why = refused.shortfall().orElseThrow();
        assertThat(why.kind()).isEqualTo(ProviderException.Kind.NO_CAPACITY);
        assertThat(why.problem().why()).isEqualTo("this machine has 2 GPUs, in use by cluster one (node w-1)");
        assertThat(second.room().limit("GPU").free()).isZero();
        assertThat(second.room().limit("TPU").reason()).isEqualTo("this machine has no TPU");
        assertThat(second.list(Look.USUAL)).isEmpty();
        second.cleanUp();

        first.terminate(Set.of(holder.id()));
        Eventually.eventually(Duration.ofSeconds(20), "it is gone", () -> first.list(Look.USUAL), List::isEmpty);
        LocalhostNodeProvider again = prepared(two);
        assertThat(environment(again, launch(again, Specs.workers(two, "w-2")))).containsEntry(CUDA, "0");
    }

    @Test
    void onlyTheCardsThatTheUserLeavesAreUsed() throws Exception {
        ClusterConfig config = gpuCluster("alpha", 1, Map.of("gpus", List.of(1)));
        LocalhostNodeProvider provider = prepared(config);

        assertThat(environment(provider, launch(provider, Specs.workers(config, "w-1"))))
                .containsEntry(CUDA, "1");
        assertThat(provider.launch(Specs.workers(config, "w-2")).created()).isEmpty();
    }

    @Test
    void thoseWhoWantItShareEverything() throws Exception {
        ClusterConfig config = gpuCluster("alpha", 2, Map.of("oversubscribe_gpus", true));
        LocalhostNodeProvider provider = prepared(config);

        Machine first = launch(provider, Specs.workers(config, "w-1"));
        Machine second = launch(provider, Specs.workers(config, "w-2"));

        assertThat(environment(provider, first)).doesNotContainKey(CUDA);
        assertThat(environment(provider, second)).doesNotContainKey(CUDA);
        assertThat(provider.room().limits()).isEmpty();
    }

    @Test
    void aTypeThatHoldsCardsHasTheirModelAndOthersHaveNone() throws Exception {
        ClusterConfig config = gpuCluster("alpha", 1, Map.of());
        LocalhostNodeProvider provider = prepared(config);

        ClusterConfig complete = provider.complete(config);

        NodeType worker = complete.nodeType(Configs.WORKER);
        assertThat(worker.labels()).containsEntry("ray.io/accelerator-type", "H200");
        assertThat(worker.resources().amount("accelerator_type:H200")).isEqualTo(1);
        assertThat(complete.head().zeroed()).contains("GPU");
        assertThat(complete.head().labels()).isEmpty();
        assertThat(provider.isPrepared(config)).isTrue();
    }

    @Test
    void whatDoesNotFitIsToldBeforeItWaitsForEver() throws Exception {
        assertThat(codes(gpuCluster("alpha", 2, Map.of()))).isEmpty();
        assertThat(codes(gpuCluster("alpha", 3, Map.of()))).containsExactly("LOCALHOST-ACCELERATORS-MISSING");
        assertThat(codes(gpuCluster("alpha", 3, Map.of("oversubscribe_gpus", true))))
                .isEmpty();
        assertThat(codes(gpuCluster("alpha", 1, Map.of("gpus", List.of(0, 7)))))
                .containsExactly("LOCALHOST-NO-SUCH-GPU");

        ClusterConfig wanted = gpuCluster("alpha", 3, Map.of());
        var types = new HashMap<>(wanted.nodeTypes());
        types.put(Configs.WORKER, wanted.nodeType(Configs.WORKER).withLimits(1, 2));
        ClusterConfig needed = wanted.withNodeTypes(types);
        assertThat(world.open(needed).check(needed, Depth.QUICK).isClean()).isFalse();
    }

    private LocalhostNodeProvider prepared(ClusterConfig config) throws Exception {
        LocalhostNodeProvider provider = world.open(config, Duration.ZERO);
        provider.prepare(config, Progress.NONE);
        return provider;
    }

    private ClusterConfig gpuCluster(String name, int gpus, Map<String, Object> settings) {
        ClusterConfig plain = world.config(name);
        var all = new HashMap<>(plain.provider().settings());
        all.putAll(settings);
        ClusterConfig config = Configs.small(name, "localhost", all);
        var types = new HashMap<>(config.nodeTypes());
        types.put(Configs.WORKER, NodeType.of(Configs.WORKER, Resources.of("CPU", 1, "GPU", gpus), 0, 10));
        return config.withNodeTypes(types);
    }

    private List<String> codes(ClusterConfig config) {
        return world.open(config).check(config, Depth.QUICK).problems().stream()
                .map(Problem::code)
                .toList();
    }

    private static Machine launch(LocalhostNodeProvider provider, LaunchRequest request) throws Exception {
        return provider.launch(request).created().getFirst();
    }

    private static Map<String, String> environment(LocalhostNodeProvider provider, Machine machine) throws Exception {
        return ((Reach.LocalProcess) provider.reach(machine)).environment();
    }
}
