package io.manta.provider.localhost;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Resources;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.testkit.Eventually;
import io.manta.testkit.Specs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, really killed: whatever they were doing, the next one goes on from the directory alone. */
class KilledCallerTest {
    @TempDir
    Path directory;

    @RepeatedTest(6)
    void whereverItIsKilledTheNextCallerFindsOrderAndLeavesNothing(RepetitionInfo repetition) throws Exception {
        var world = new LocalhostWorld(directory);
        ClusterConfig config = world.config("alpha");
        Process caller = DyingCaller.start(directory, "alpha");
        int steps = new SplittableRandom(repetition.getCurrentRepetition()).nextInt(20);
        for (int i = 0; i <= steps; i++) {
            assertThat(caller.inputReader().readLine()).isEqualTo("step");
        }

        caller.destroyForcibly().waitFor();

        NodeProvider next = world.open(config);
        next.prepare(config, Progress.NONE);
        List<Machine> found = next.list(Look.USUAL);
        assertThat(found).allSatisfy(machine -> assertThat(machine.tags()).containsKeys(Tags.NODE_ID, Tags.ROLE));
        next.launch(Specs.workers(config, "n-1"));
        assertThat(next.list(Look.USUAL))
                .filteredOn(Machine::isLive)
                .anyMatch(m -> m.nodeId().value().equals("n-1"));
        next.terminate(next.list(Look.USUAL).stream().map(Machine::id).collect(Collectors.toSet()));
        Eventually.eventually(Duration.ofSeconds(30), "nothing is left", () -> next.list(Look.USUAL), List::isEmpty);
        next.cleanUp();
        assertThat(world.remains(config)).isEmpty();
    }

    @RepeatedTest(4)
    void whereverTwoClustersAreKilledNoCardIsPromisedTwiceAndNoneIsLost(RepetitionInfo repetition) throws Exception {
        var world = new LocalhostWorld(directory);
        world.cards("A", "B", "C");
        List<String> clusters = List.of(DyingCaller.CLAIMS + "one", DyingCaller.CLAIMS + "two");
        var callers = List.of(
                DyingCaller.start(directory, clusters.getFirst()), DyingCaller.start(directory, clusters.getLast()));
        int steps = 5 + new SplittableRandom(repetition.getCurrentRepetition()).nextInt(30);
        for (int i = 0; i <= steps; i++) {
            for (Process caller : callers) {
                assertThat(caller.inputReader().readLine()).isEqualTo("step");
            }
        }

        for (Process caller : callers) {
            caller.destroyForcibly().waitFor();
        }

        assertThat(AcceleratorLawTest.held(world, clusters)).doesNotHaveDuplicates();
        for (String cluster : clusters) {
            ClusterConfig config = AcceleratorLawTest.config(world, cluster, 1);
            NodeProvider next = world.open(config);
            next.terminate(next.list(Look.USUAL).stream().map(Machine::id).collect(Collectors.toSet()));
            Eventually.eventually(
                    Duration.ofSeconds(30), "nothing is left", () -> next.list(Look.USUAL), List::isEmpty);
        }
        NodeProvider any = world.open(AcceleratorLawTest.config(world, clusters.getFirst(), 1));
        assertThat(any.features().room().limit("GPU").free()).isEqualTo(3 * Resources.SCALE);
    }
}
