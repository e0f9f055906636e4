package io.manta.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.NodeType;
import io.manta.spi.model.Resources;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The planner beside a Ray with a clock, round after round. */
class ScalingInTimeTest {
    private static final Duration STEP = Duration.ofSeconds(1);
    private static final Duration LAUNCH = Duration.ofSeconds(20);
    private static final Duration FOR_EVER = Duration.ofDays(1);
    private static final int CPUS = 4;

    private static World types() {
        return World.withHead()
                .type(NodeType.of("a", Resources.of("CPU", CPUS, "a", 2), 0, 9).withPrice(1))
                .type(NodeType.of("b", Resources.of("CPU", CPUS, "b", 2), 0, 9).withPrice(3))
                .type(NodeType.of("c", Resources.of("CPU", CPUS, "c", 2), 0, 9).withPrice(2));
    }

    @Test
    void whatWaitsForIdleNodesRunsWithinTheIdleTimeAndOneLaunch() {
        for (long seed = 0; seed < 100; seed++) {
            var random = new SplittableRandom(seed);
            var world = types();
            world.maxWorkers = 1 + random.nextInt(4);
            var ray = new SimulatedRay(world.config(), LAUNCH);
            for (int n = 0; n < world.maxWorkers; n++) {
                ray.node("a", Duration.ofSeconds(1 + random.nextInt(59)));
            }
            var tasks = new ArrayList<SimulatedRay.Task>();
            for (int t = 0; t < world.maxWorkers; t++) {
                String kind = random.nextBoolean() ? "b" : "c";
                tasks.add(ray.task(Resources.of(kind, 2), List.of(), FOR_EVER));
            }
            int limit = 60 + 20 + 5;
            for (int s = 0; s < limit && tasks.stream().anyMatch(t -> !t.isPlaced()); s++) {
                Plan plan = ray.round(STEP);
                if (ray.tasks.stream().noneMatch(SimulatedRay.Task::isPlaced) && ray.launched == 0) {
                    assertThat(plan.unmet())
                            .as("seed %s", seed)
                            .allSatisfy(
                                    u -> assertThat(u.reason())
                                            .startsWith(
                                                    "waits until an idle node of type a is terminated: the cluster is at its max"));
                }
            }
            assertThat(tasks).as("seed %s: %s", seed, ray.last).allMatch(SimulatedRay.Task::isPlaced);
            assertThat(ray.faults).as("seed %s", seed).isEmpty();
        }
    }

    @Test
    void underAlternatingDemandNothingIsTakenThatIsNotIdleAndThereAreNoMoreLaunchesThanTasks() {
        for (long seed = 0; seed < 10; seed++) {
            var random = new SplittableRandom(seed);
            var world = types();
            world.maxWorkers = 1 + random.nextInt(3);
            var ray = new SimulatedRay(world.config(), LAUNCH);
            var tasks = new ArrayList<SimulatedRay.Task>();
            for (int s = 0; s < 2_500; s++) {
                if (random.nextInt(60) == 0 && s < 1_100) {
                    String kind = List.of("a", "b", "c").get(random.nextInt(3));
                    tasks.add(ray.task(Resources.of(kind, 2), List.of(), Duration.ofSeconds(1 + random.nextInt(90))));
                }
                ray.round(STEP);
            }
            assertThat(ray.faults).as("seed %s", seed).isEmpty();
            assertThat(tasks).as("seed %s", seed).allMatch(SimulatedRay.Task::isPlaced);
            assertThat(ray.launched).as("seed %s", seed).isLessThanOrEqualTo(tasks.size());
        }
    }

    /** Nodes that have just joined show what is in use while the tasks that use it still count as pending. */
    @Test
    void burstsNeverGetOneNodeMoreThanTheyNeed() {
        for (long seed = 0; seed < 10; seed++) {
            var random = new SplittableRandom(seed);
            var world = World.withHead().type("w", 0, 100);
            for (int burst = 0; burst < 20; burst++) {
                var ray = new SimulatedRay(world.config(), Duration.ofSeconds(1 + random.nextInt(20)));
                ray.spread = Duration.ofSeconds(random.nextInt(12));
                ray.workerStart = Duration.ofMillis(random.nextInt(15_000));
                int size = 1 + random.nextInt(40);
                for (int t = 0; t < size; t++) {
                    ray.task(World.cpu(1), List.of(), FOR_EVER);
                }
                int needed = (size + CPUS - 1) / CPUS;
                for (int s = 0; s < 90; s++) {
                    ray.round(STEP);
                    assertThat(ray.launched).as("seed %s, %s tasks", seed, size).isLessThanOrEqualTo(needed);
                }
                assertThat(ray.launched).as("seed %s, %s tasks", seed, size).isEqualTo(needed);
            }
        }
    }

    @Test
    void demandThatIsNewCountsAtOnceWhileNodesSettle() {
        var world = World.withHead().type("w", 0, 100);
        var ray = new SimulatedRay(world.config(), Duration.ofSeconds(5));
        ray.workerStart = Duration.ofSeconds(10);
        for (int t = 0; t < 8; t++) {
            ray.task(World.cpu(1), List.of(), FOR_EVER);
        }
        for (int s = 0; s < 9; s++) {
            ray.round(STEP);
        }
        assertThat(ray.launched).isEqualTo(2);
        Instant asked = ray.now;
        for (int t = 0; t < 4; t++) {
            ray.task(World.cpu(1), List.of(), FOR_EVER);
        }
        ray.round(STEP);
        assertThat(ray.launched).as("at %s", asked).isEqualTo(3);
        for (int s = 0; s < 60; s++) {
            ray.round(STEP);
        }
        assertThat(ray.launched).isEqualTo(3);
    }
}
