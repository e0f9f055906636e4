package io.manta.provider.localhost;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.provider.common.Trees;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Resources;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.testkit.Configs;
import io.manta.testkit.Eventually;
import io.manta.testkit.Seeds;
import io.manta.testkit.Specs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever clusters launch, end and die over: no accelerator is ever promised twice, and none is lost. */
class AcceleratorLawTest {
    private static final int CARDS = 4;
    private static final List<String> CLUSTERS = List.of("alpha", "beta");

    @TempDir
    Path directory;

    @Test
    void noAcceleratorIsEverPromisedTwice() {
        Seeds.forAll(8, random -> {
            Path corner = Files.createTempDirectory(directory, "law");
            var world = new LocalhostWorld(corner);
            world.cards("A", "B", "C", "D");
            int next = 0;
            for (int step = 0; step < 40; step++) {
                String cluster = CLUSTERS.get(random.nextInt(CLUSTERS.size()));
                switch (random.nextInt(5)) {
                    case 0, 1 -> launch(world, cluster, "n-" + next++, 1 + random.nextInt(2));
                    case 2 -> endOne(world, cluster, random);
                    case 3 -> diesInALaunch(world, cluster, "n-" + next++);
                    default -> bothAtOnce(world, next += 2);
                }
                assertThat(held(world, CLUSTERS)).as("step " + step).doesNotHaveDuplicates();
            }
            for (String cluster : CLUSTERS) {
                endAll(world, cluster);
            }
            assertThat(held(world, CLUSTERS)).isEmpty();
            LocalhostNodeProvider one = open(world, "alpha", 1);
            assertThat(one.room().limit("GPU").free()).as("none is lost").isEqualTo(CARDS * Resources.SCALE);
            Trees.delete(corner);
        });
    }

    private static void launch(LocalhostWorld world, String cluster, String id, int gpus) throws Exception {
        LocalhostNodeProvider provider = open(world, cluster, gpus);
        int free = CARDS - held(world, CLUSTERS).size();

        boolean made = provider.launch(Specs.workers(config(world, cluster, gpus), id))
                .shortfall()
                .isEmpty();

        if (free >= gpus) {
            assertThat(made).as("%s are free, %s are needed", free, gpus).isTrue();
        }
    }

    private static void bothAtOnce(LocalhostWorld world, int number) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var done = new ArrayList<Future<Object>>();
            for (String cluster : CLUSTERS) {
                done.add(threads.submit((Callable<Object>) () -> {
                    launch(world, cluster, "both-" + number, 2);
                    return cluster;
                }));
            }
            for (Future<Object> each : done) {
                try {
                    each.get();
                } catch (ExecutionException e) {
                    // The other one was faster: what it had counted as free was not.
                    assertThat(e.getCause()).isInstanceOf(AssertionError.class);
                }
            }
        }
    }

    /** A directory without a record is all that is left. */
    private static void diesInALaunch(LocalhostWorld world, String cluster, String id) throws Exception {
        ClusterConfig config = config(world, cluster, 1);
        open(world, cluster, 1);
        world.dieLaunching(config, Specs.worker(config, id));
    }

    private static void endOne(LocalhostWorld world, String cluster, RandomGenerator random) throws Exception {
        LocalhostNodeProvider provider = open(world, cluster, 1);
        List<Machine> machines = provider.list(Look.USUAL);
        if (!machines.isEmpty()) {
            MachineId id = machines.get(random.nextInt(machines.size())).id();
            provider.terminate(Set.of(id));
        }
    }

    private static void endAll(LocalhostWorld world, String cluster) throws Exception {
        LocalhostNodeProvider provider = open(world, cluster, 1);
        var ids = new HashSet<MachineId>();
        provider.list(Look.USUAL).forEach(machine -> ids.add(machine.id()));
        provider.terminate(ids);
        Eventually.eventually(Duration.ofSeconds(20), "all are gone", () -> provider.list(Look.USUAL), List::isEmpty);
        provider.cleanUp();
    }

    /** By the records alone, which is all that a process started anew could know. */
    static List<String> held(LocalhostWorld world, List<String> clusters) throws Exception {
        var cards = new ArrayList<String>();
        for (String cluster : clusters) {
            Path stateDir = world.stateDir(config(world, cluster, 1));
            for (MachineDirectory machine : MachineStore.directories(stateDir)) {
                machine.record()
                        .flatMap(MachineRecord::accelerators)
                        .ifPresent(held ->
                                held.values().forEach(devices -> devices.forEach(device -> cards.add(device.card()))));
            }
        }
        return cards;
    }

    private static LocalhostNodeProvider open(LocalhostWorld world, String cluster, int gpus) throws Exception {
        ClusterConfig config = config(world, cluster, gpus);
        LocalhostNodeProvider provider = world.open(config, Duration.ZERO);
        if (!provider.isPrepared(config)) {
            provider.prepare(config, Progress.NONE);
        }
        return provider;
    }

    static ClusterConfig config(LocalhostWorld world, String cluster, int gpus) {
        ClusterConfig plain = world.config(cluster);
        return plain.withNodeTypes(Map.of(
                Configs.HEAD,
                plain.head(),
                Configs.WORKER,
                NodeType.of(Configs.WORKER, Resources.of("CPU", 1, "GPU", gpus), 0, 10)));
    }
}
