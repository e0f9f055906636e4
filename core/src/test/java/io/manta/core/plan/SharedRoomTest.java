package io.manta.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.core.model.NodeState;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Resources;
import io.manta.spi.provider.Room;
import io.manta.spi.ray.Demand;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Machines that share the accelerators of one host: a plan never asks for more than are free. */
class SharedRoomTest {
    private static final String IN_USE = "this machine has 2 GPUs, 1 in use by cluster other";

    @Test
    void noMoreIsLaunchedThanThereIsRoomFor() {
        World world = machine(2).type(gpuType("gpu", 1, 8)).demand(gpus(1, 5));

        Plan plan = world.plan();

        assertThat(launched(plan)).isEqualTo(2);
        assertThat(plan.unmet()).singleElement().satisfies(unmet -> {
            assertThat(unmet.count()).isEqualTo(3);
            assertThat(unmet.reason()).isEqualTo(IN_USE);
        });
    }

    @Test
    void typesThatShareDoNotTogetherTakeMore() {
        World world =
                machine(2).type(gpuType("one", 1, 8)).type(gpuType("two", 2, 8)).demand(gpus(1, 1), gpus(2, 1));

        assertThat(launched(world.plan())).isBetween(1L, 2L);
        assertThat(gpusOf(world.plan(), world)).isLessThanOrEqualTo(2);
    }

    @Test
    void whatWasAskedForAndIsNotThereYetCounts() {
        World world = machine(2).type(gpuType("gpu", 1, 8)).demand(gpus(1, 5));
        world.add(
                world.worker("w-1", "gpu", NodeState.REQUESTED).withoutMachine().build());

        assertThat(launched(world.plan())).isEqualTo(1);
    }

    @Test
    void aMinimumThatDoesNotFitIsTold() {
        World world = machine(0).type(gpuType("gpu", 1, 8).withLimits(1, 8));

        Plan plan = world.plan();

        assertThat(launched(plan)).isZero();
        assertThat(plan.unmet())
                .singleElement()
                .satisfies(unmet -> assertThat(unmet.reason()).isEqualTo(IN_USE));
    }

    @Test
    void aHeadThatDoesNotFitIsTold() {
        var world = new World();
        world.type(gpuType("head", 1, 0));
        world.room = room(0);

        Plan plan = world.plan();

        assertThat(plan.actions()).isEmpty();
        assertThat(plan.unmet())
                .singleElement()
                .satisfies(unmet -> assertThat(unmet.reason()).isEqualTo(IN_USE));
    }

    @Test
    void otherTypesAreNotHeldBack() {
        World world = machine(0)
                .type(gpuType("gpu", 1, 8))
                .type("cpu", 0, 8)
                .demand(new Demand.Request(World.cpu(4), List.of(), 3));

        assertThat(launched(world.plan())).isEqualTo(3);
    }

    private static World machine(int free) {
        World world = World.withHead();
        world.room = room(free);
        return world;
    }

    private static Room room(int free) {
        return new Room(Map.of("GPU", new Room.Limit(free * Resources.SCALE, IN_USE)));
    }

    private static NodeType gpuType(String name, int gpus, int max) {
        return NodeType.of(name, Resources.of("CPU", 1, "GPU", gpus), 0, max);
    }

    private static Demand.Request gpus(int each, int count) {
        return new Demand.Request(Resources.of("GPU", each), List.of(), count);
    }

    private static long launched(Plan plan) {
        return plan.actions().stream()
                .filter(Action.Launch.class::isInstance)
                .mapToLong(action -> ((Action.Launch) action).count())
                .sum();
    }

    private static double gpusOf(Plan plan, World world) {
        return plan.actions().stream()
                .filter(Action.Launch.class::isInstance)
                .map(Action.Launch.class::cast)
                .mapToDouble(launch -> launch.count()
                        * world.config().nodeType(launch.nodeType()).resources().amount("GPU"))
                .sum();
    }
}
