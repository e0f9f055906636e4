package io.manta.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.core.plan.Action.EndCause;
import io.manta.core.plan.Action.Launch;
import io.manta.core.plan.Action.Pause;
import io.manta.core.plan.Action.SetUp;
import io.manta.core.plan.Action.Terminate;
import io.manta.core.plan.Cooldowns.Hold;
import io.manta.core.plan.Cooldowns.Setbacks;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.RayNode.RayStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What no plan may do, whatever the world looks like: laws over {@code Snapshot → Plan}. */
class SafetyLawsTest {
    private static final int SEEDS = 2_500;

    /** Every worker not proven ended counts; only what one round may replace comes on top. */
    private static void assertBounded(Snapshot snapshot, Plan plan) {
        long live = snapshot.nodes().stream()
                .filter(n -> !n.isHead() && n.state() != NodeState.GONE)
                .count();
        int launched = launches(plan).stream()
                .filter(l -> l.role() == NodeRole.WORKER)
                .mapToInt(Launch::count)
                .sum();
        int bound = snapshot.config().maxWorkers()
                + (int) Math.max(
                        1,
                        snapshot.settings().maxTerminateShare()
                                * snapshot.config().maxWorkers());
        assertThat(launched == 0 || live + launched <= bound)
                .as("%d live and %d launched, bound %d", live, launched, bound)
                .isTrue();
    }

    private static void assertOneHead(Snapshot snapshot, Plan plan) {
        long launched =
                launches(plan).stream().filter(l -> l.role() == NodeRole.HEAD).count();
        boolean there = snapshot.underway().onHead()
                || snapshot.nodes().stream()
                        .anyMatch(n -> n.isHead() && n.state().isAlive());
        assertThat(launched).isLessThanOrEqualTo(there ? 0 : 1);
        if (snapshot.underway().listDoubted()) {
            assertThat(launches(plan)).noneMatch(launch -> launch.role() == NodeRole.WORKER);
        }
    }

    @Test
    void liveMachinesAreBoundedAndThereIsOneHead() {
        for (long seed = 0; seed < SEEDS; seed++) {
            for (Goal goal : Goal.values()) {
                World world = new RandomWorld(seed).make();
                world.goal = goal;
                world.underway = new Underway(
                        seed % 2 == 0, seed % 7 == 0, true, List.of(), Map.of(), Map.of(), Set.of(), List.of());
                Snapshot snapshot = world.snapshot();
                Plan plan = new DefaultPlanner().plan(snapshot);
                try {
                    assertBounded(snapshot, plan);
                    assertOneHead(snapshot, plan);
                } catch (AssertionError e) {
                    throw new AssertionError("with seed " + seed + " and goal " + goal + ": " + e.getMessage(), e);
                }
            }
        }
    }

    @Test
    void machinesThatIgnoreTheirEndAreNotReplacedWithoutLimit() {
        var world = World.withHead().type("w", 2, 9);
        world.maxWorkers = 2;
        for (int i = 0; i < 2; i++) {
            world.add(world.worker("ignores-" + i, "w", NodeState.TERMINATING).build());
        }
        assertThat(launches(world.plan())).isEmpty();
        assertThat(world.plan().unmet().getFirst().reason()).contains("max of 2");
        var stopping = World.withHead().type("w", 2, 9);
        stopping.maxWorkers = 2;
        for (int i = 0; i < 2; i++) {
            stopping.add(stopping.worker("stops-" + i, "w", NodeState.TERMINATING)
                    .machine(MachineState.STOPPING)
                    .build());
        }
        assertThat(launches(stopping.plan()).getFirst().count())
                .as("one round may replace half of two")
                .isEqualTo(1);
    }

    @Test
    void anEndThatWasNotObeyedIsAskedForAgainEverMoreSeldom() {
        var world = World.withHead().type("w", 0, 9);
        world.add(world.worker("a", "w", NodeState.TERMINATING)
                .since(Duration.ofHours(1))
                .build());
        for (var wait : Map.of(1, 60, 2, 120, 3, 240, 9, 240).entrySet()) {
            world.underway = ending(wait.getKey(), wait.getValue() - 1);
            assertThat(world.plan().actions()).isEmpty();
            world.underway = ending(wait.getKey(), wait.getValue());
            assertThat(world.plan().actions())
                    .singleElement()
                    .satisfies(
                            action -> assertThat(((Terminate) action).cause()).isEqualTo(EndCause.ASKED_AGAIN));
        }
    }

    private static Underway ending(int times, int secondsAgo) {
        var asked = new Underway.Asked(times, World.NOW.minusSeconds(secondsAgo));
        return new Underway(
                false, false, true, List.of(), Map.of(new NodeId("a"), asked), Map.of(), Set.of(), List.of());
    }

    @Test
    void ofTwoHeadsTheOneThatRunsRayStaysAndWithoutRaysWordBothDo() {
        var world = World.withHead();
        world.add(
                world.node("another", NodeRole.HEAD, "head", NodeState.BOOTING).build());
        assertThat(world.plan().actions())
                .filteredOn(Terminate.class::isInstance)
                .singleElement()
                .isEqualTo(new Terminate(
                        new NodeId("another"), EndCause.SECOND_HEAD, "there is an older head that serves the cluster"));
        world.rayReachable = false;
        assertThat(world.plan().actions()).noneMatch(Terminate.class::isInstance);
        world.goal = Goal.BRING_UP;
        var set = new World();
        set.goal = Goal.BRING_UP;
        set.add(set.node("unready", NodeRole.HEAD, "head", NodeState.BOOTING).build());
        set.add(set.node("ready", NodeRole.HEAD, "head", NodeState.SETTING_UP)
                .status(NodeStatus.UP_TO_DATE)
                .build());
        assertThat(set.plan().actions())
                .filteredOn(Terminate.class::isInstance)
                .extracting(action -> ((Terminate) action).node().value())
                .containsExactly("unready");
    }

    @Test
    void aTypeWhoseNodesJoinAndAreLostAgainAndAgainIsPausedForLongerEachTime() {
        for (int pauses = 0; pauses < 6; pauses++) {
            var world = World.withHead().type("w", 0, 9).demand(new Demand.Request(World.cpu(1), 1));
            world.cooldowns = new Cooldowns(Map.of(), Map.of(), Map.of("w", new Setbacks(3, pauses, "Ray lost it")));
            Plan plan = world.plan();
            long minutes = Duration.ofMinutes(10)
                    .multipliedBy(1L << Math.min(3, pauses))
                    .toMinutes();
            assertThat(plan.actions())
                    .containsExactly(new Pause(
                            "w",
                            World.NOW.plus(Duration.ofMinutes(minutes)),
                            "joined and was lost 3 times in a row: Ray lost it"));
        }
    }

    @Test
    void whatHoldsUpWorkersNeverHoldsUpTheHead() {
        var world = new World();
        var hold = new Hold(World.NOW.plusSeconds(600), "failed");
        world.cooldowns = new Cooldowns(Map.of(Offer.plain("head").key(), hold), Map.of("head", hold), Map.of());
        assertThat(launches(world.plan()))
                .singleElement()
                .satisfies(launch -> assertThat(launch.role()).isEqualTo(NodeRole.HEAD));
    }

    @Test
    void aSetUpThatCannotSucceedIsNotTriedAgain() {
        var world = World.withHead().type("w", 0, 9);
        world.add(world.worker("a", "w", NodeState.FAILED).failures(1).build());
        assertThat(world.plan().actions()).singleElement().isInstanceOf(SetUp.class);
        world.underway =
                new Underway(false, false, true, List.of(), Map.of(), Map.of(), Set.of(new NodeId("a")), List.of());
        assertThat(world.plan().actions()).hasSize(2).hasAtLeastOneElementOfType(Pause.class);
        assertThat(world.plan().actions().getFirst().reason()).contains("trying again cannot help");
    }

    @Test
    void whatIsToBeReplacedIsNotSetUpAgainBefore() {
        var world = World.withHead()
                .type(io.manta.spi.model.NodeType.of("w", World.cpu(4), 0, 9).withLaunchHash("new"));
        Node busy = world.worker("a", "w", NodeState.RUNNING)
                .hash("old")
                .ray(RayStatus.RUNNING, Duration.ZERO, Resources.NONE)
                .build();
        world.add(busy);
        world.underway = new Underway(
                false, false, true, List.of(), Map.of(), Map.of(busy.id(), "changed"), Set.of(), List.of());
        assertThat(world.plan().actions()).isEmpty();
        var other = World.withHead().type("w", 0, 9).add(busy);
        other.underway = world.underway;
        assertThat(other.plan().actions()).containsExactly(new SetUp(busy.id(), "changed"));
    }

    private static List<Launch> launches(Plan plan) {
        return plan.actions().stream()
                .filter(Launch.class::isInstance)
                .map(Launch.class::cast)
                .toList();
    }
}
