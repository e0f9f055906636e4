package io.manta.core.plan;

import static io.manta.core.plan.World.NOW;
import static io.manta.core.plan.World.cpu;
import static org.assertj.core.api.Assertions.assertThat;

import io.manta.core.model.NodeState;
import io.manta.core.plan.Action.Drain;
import io.manta.core.plan.Action.EndCause;
import io.manta.core.plan.Action.Launch;
import io.manta.core.plan.Action.LaunchCause;
import io.manta.core.plan.Action.SetUp;
import io.manta.core.plan.Action.Terminate;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.LabelSelector;
import io.manta.spi.ray.RayNode.RayStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class DefaultPlannerTest {
    private static Demand.Request cpus(double each, long count) {
        return new Demand.Request(cpu(each), count);
    }

    private static Launch launch(Plan plan) {
        return plan.actions().stream()
                .filter(Launch.class::isInstance)
                .map(Launch.class::cast)
                .reduce((a, b) -> {
                    throw new AssertionError("two launches: " + a + ", " + b);
                })
                .orElseThrow(() -> new AssertionError("no launch"));
    }

    private static Action.Terminate terminated(Plan plan, String id) {
        return plan.actions().stream()
                .filter(a -> a instanceof Terminate t && t.node().value().equals(id))
                .map(Terminate.class::cast)
                .findFirst()
                .orElseThrow(() -> new AssertionError(id + " is not terminated: " + plan));
    }

    private static Drain drained(Plan plan, String id) {
        return plan.actions().stream()
                .filter(a -> a instanceof Drain d && d.node().value().equals(id))
                .map(Drain.class::cast)
                .findFirst()
                .orElseThrow(() -> new AssertionError(id + " is not drained: " + plan));
    }

    @Test
    void anEmptyClusterGetsItsHeadAndItsMinimumInOneRound() {
        var plan = new World().type("w", 2, 5).plan();
        assertThat(plan.actions()).hasSize(2).allMatch(Launch.class::isInstance);
        var head = (Launch) plan.actions().get(0);
        var workers = (Launch) plan.actions().get(1);
        assertThat(head.role()).isEqualTo(NodeRole.HEAD);
        assertThat(workers.count()).isEqualTo(2);
        assertThat(workers.cause()).isEqualTo(LaunchCause.MIN_WORKERS);
        assertThat(workers.reason()).isEqualTo("min_workers of type w is 2, 0 are there or coming");
    }

    @Test
    void nodesOnTheirWayCountTowardsTheMinimum() {
        var world = World.withHead().type("w", 2, 5);
        world.add(world.worker("w-1", "w", NodeState.SETTING_UP).build())
                .add(world.worker("w-2", "w", NodeState.REQUESTED).build());
        assertThat(world.plan().actions()).isEmpty();
    }

    @Test
    void demandThatDoesNotFitAddsNodesAndSaysWhy() {
        var plan = World.withHead().type("w", 0, 10).demand(cpus(1, 6)).plan();
        assertThat(launch(plan).count()).isEqualTo(2);
        assertThat(launch(plan).reason()).isEqualTo("6 x {CPU: 1} pending do not fit; adding 2 of type w");
        assertThat(plan.unmet()).isEmpty();
    }

    @Test
    void demandFitsOnNodesOnTheirWay() {
        var world = World.withHead().type("w", 0, 10).demand(cpus(1, 6));
        world.add(world.worker("w-1", "w", NodeState.SETTING_UP).build()).idle("w-2", "w", 1);
        assertThat(world.plan().actions()).isEmpty();
    }

    @Test
    void scaleUpIsHeldBackBySpeedButGangsAreNot() {
        var world = World.withHead().type("w", 0, 100).demand(cpus(4, 30));
        assertThat(launch(world.plan()).count()).isEqualTo(5);
        assertThat(launch(world.plan()).reason()).contains("25 more follow");
        var gang = World.withHead().type("w", 0, 100).gang(Demand.Strategy.STRICT_SPREAD, 30, 1);
        assertThat(launch(gang.plan()).count()).isEqualTo(30);
    }

    @Test
    void limitsPerTypeAndInTotalHold() {
        var perType = World.withHead().type("w", 0, 3).demand(cpus(4, 5)).plan();
        assertThat(launch(perType).count()).isEqualTo(3);
        assertThat(perType.unmet()).singleElement().satisfies(u -> {
            assertThat(u.count()).isEqualTo(2);
            assertThat(u.reason()).isEqualTo("type w is at its max of 3");
            assertThat(u.permanent()).isFalse();
        });
        var world = World.withHead().type("w", 0, 9).demand(cpus(4, 5));
        world.maxWorkers = 2;
        assertThat(launch(world.plan()).count()).isEqualTo(2);
        assertThat(world.plan().unmet().getFirst().reason()).isEqualTo("the cluster is at its max of 2 workers");
    }

    @Test
    void impossibleDemandIsReportedAsPermanent() {
        var gpu = World.withHead()
                .type(NodeType.of("g", Resources.of("CPU", 4, "GPU", 4), 0, 2))
                .demand(new Demand.Request(Resources.of("GPU", 8), 1))
                .plan();
        assertThat(gpu.actions()).isEmpty();
        assertThat(gpu.unmet().getFirst().reason()).isEqualTo("needs 8 GPU; the largest type has 4");
        assertThat(gpu.unmet().getFirst().permanent()).isTrue();
    }

    @Test
    void labelSelectorsChooseTheType() {
        var z2 = new LabelSelector(List.of(new LabelSelector.Term("zone", false, java.util.Set.of("z2"))));
        var plan = World.withHead()
                .type("a", 0, 5)
                .type(NodeType.of("b", cpu(4), 0, 5).withLabels(Map.of("zone", "z2")))
                .demand(new Demand.Request(cpu(1), List.of(z2), 1))
                .plan();
        assertThat(launch(plan).nodeType()).isEqualTo("b");
    }

    @Test
    void gangsKeepTheirStrategy() {
        assertThat(launch(World.withHead()
                                .type("w", 0, 9)
                                .gang(Demand.Strategy.STRICT_SPREAD, 3, 1)
                                .plan())
                        .count())
                .isEqualTo(3);
        assertThat(launch(World.withHead()
                                .type("w", 0, 9)
                                .gang(Demand.Strategy.PACK, 3, 1)
                                .plan())
                        .count())
                .isEqualTo(1);
        var tooBig = World.withHead()
                .type("w", 0, 9)
                .gang(Demand.Strategy.STRICT_PACK, 3, 2)
                .plan();
        assertThat(tooBig.actions()).isEmpty();
        assertThat(tooBig.unmet().getFirst().reason())
                .isEqualTo("all on one node: needs 6 CPU; the largest type has 4");
        var tooMany = World.withHead()
                .type("w", 0, 2)
                .gang(Demand.Strategy.STRICT_SPREAD, 3, 1)
                .plan();
        assertThat(tooMany.actions()).isEmpty();
        assertThat(tooMany.unmet().getFirst().reason())
                .isEqualTo("3 different nodes are needed: type w is at its max of 2");
    }

    @Test
    void theFloorIsMeasuredAgainstTotalCapacity() {
        var world = World.withHead().type("w", 0, 9).floor(cpus(1, 12)).running("busy", "w");
        assertThat(launch(world.plan()).count()).isEqualTo(2);
        assertThat(launch(world.plan()).cause()).isEqualTo(LaunchCause.REQUEST_RESOURCES);
    }

    @Test
    void idleNodesAreDrainedAfterTheirTimeoutUnlessNeeded() {
        var plan = World.withHead()
                .type("w", 0, 9)
                .idle("old", "w", 61)
                .idle("young", "w", 30)
                .plan();
        assertThat(plan.actions()).hasSize(1);
        assertThat(drained(plan, "old").reason()).isEqualTo("idle for 61 s, limit 60 s");
        assertThat(plan.kept().get(new NodeId("young"))).isEqualTo("idle for 30 s, limit 60 s");
        assertThat(World.withHead()
                        .type("w", 0, 9)
                        .idle("a", "w", 61)
                        .demand(cpus(1, 1))
                        .plan()
                        .actions())
                .isEmpty();
        assertThat(World.withHead()
                        .type("w", 0, 9)
                        .idle("a", "w", 61)
                        .floor(cpus(1, 1))
                        .plan()
                        .actions())
                .isEmpty();
        assertThat(World.withHead().type("w", 1, 9).idle("a", "w", 61).plan().actions())
                .isEmpty();
    }

    @Test
    void nothingIsScaledDownWhileRayCannotBeAsked() {
        var world = World.withHead().type("w", 0, 1).idle("a", "w", 61).idle("b", "w", 61);
        world.rayReachable = false;
        assertThat(world.plan().actions()).isEmpty();
    }

    @Test
    void setUpStartsWhenTheMachineIsUpAndIsTriedAgainAfterFailure() {
        var world = World.withHead().type("w", 0, 9);
        world.add(world.worker("up", "w", NodeState.BOOTING).build())
                .add(world.worker("pending", "w", NodeState.BOOTING)
                        .machine(MachineState.PENDING)
                        .build())
                .add(world.worker("once", "w", NodeState.FAILED).failures(1).build())
                .add(world.worker("thrice", "w", NodeState.FAILED).failures(3).build());
        var plan = world.plan();
        assertThat(plan.actions().stream()
                        .filter(SetUp.class::isInstance)
                        .map(a -> ((SetUp) a).node().value()))
                .containsExactly("once", "up");
        assertThat(terminated(plan, "thrice").cause()).isEqualTo(EndCause.SETUP_FAILED);
    }

    @Test
    void drainedLostAndOverdueNodesAreEnded() {
        var world = World.withHead().type("w", 0, 9);
        world.add(world.worker("drained", "w", NodeState.DRAINING)
                        .ray(RayStatus.DEAD, Duration.ZERO, Resources.NONE)
                        .build())
                .add(world.worker("overdue", "w", NodeState.DRAINING)
                        .since(Duration.ofMinutes(6))
                        .ray(RayStatus.DRAINING, Duration.ZERO, Resources.NONE)
                        .build())
                .add(world.worker("draining", "w", NodeState.DRAINING)
                        .ray(RayStatus.DRAINING, Duration.ZERO, Resources.NONE)
                        .build())
                .add(world.worker("dead", "w", NodeState.RUNNING)
                        .ray(RayStatus.DEAD, Duration.ZERO, Resources.NONE)
                        .build())
                .add(world.worker("slow", "w", NodeState.BOOTING)
                        .since(Duration.ofMinutes(31))
                        .build());
        var plan = world.plan();
        assertThat(plan.actions()).as("four ends and a pause").hasSize(5);
        assertThat(terminated(plan, "drained").cause()).isEqualTo(EndCause.DRAINED);
        assertThat(terminated(plan, "overdue").cause()).isEqualTo(EndCause.DRAINED);
        assertThat(terminated(plan, "dead").cause()).isEqualTo(EndCause.LOST);
        assertThat(terminated(plan, "slow").cause()).isEqualTo(EndCause.SETUP_FAILED);
    }

    @Test
    void aMachineThatItsProviderHasGivenUpIsEndedWithTheReason() {
        var world = World.withHead().type("w", 0, 9);
        Problem hopeless = Problem.error("X", "its image is not there", "", "");
        Problem passing = Problem.warning("X", "no place yet", "", "");
        for (var entry : Map.of("new", 30, "old", 90).entrySet()) {
            for (Problem trouble : List.of(hopeless, passing)) {
                world.add(world.worker(entry.getKey() + "-" + trouble.level(), "w", NodeState.BOOTING)
                        .machine(MachineState.PENDING)
                        .trouble(trouble)
                        .since(Duration.ofSeconds(entry.getValue()))
                        .build());
            }
        }
        var plan = world.plan();
        assertThat(plan.actions())
                .contains(new Action.Pause("w", NOW.plus(Duration.ofMinutes(10)), "its image is not there"))
                .hasSize(2);
        assertThat(terminated(plan, "old-ERROR").cause()).isEqualTo(EndCause.SETUP_FAILED);
        assertThat(terminated(plan, "old-ERROR").reason()).isEqualTo("its image is not there");
    }

    @Test
    void oneRoundEndsAtMostAShareOfTheFleetOnItsOwn() {
        var world = World.withHead().type("w", 0, 20);
        for (int i = 0; i < 10; i++) {
            world.add(world.worker("dead-" + i, "w", NodeState.RUNNING)
                    .ray(RayStatus.DEAD, Duration.ZERO, Resources.NONE)
                    .build());
        }
        assertThat(world.plan().actions()).hasSize(5);
        assertThat(world.plan().kept().get(new NodeId("dead-9"))).contains("at most 5");
    }

    @Test
    void anInterruptedNodeIsDrainedAndReplacedAtOnce() {
        var world = World.withHead().type("w", 1, 9);
        world.add(world.worker("spot", "w", NodeState.RUNNING)
                .interrupted(Duration.ofMinutes(2))
                .ray(RayStatus.RUNNING, Duration.ZERO, Resources.NONE)
                .build());
        var plan = world.plan();
        assertThat(drained(plan, "spot").deadline()).isEqualTo(NOW.plus(Duration.ofMinutes(2)));
        assertThat(launch(plan).count()).isEqualTo(1);
    }

    @Test
    void anInterruptedNodeThatRayKnowsIsDrainedThoughItsSetUpGoesOn() {
        var world = World.withHead().type("w", 1, 9);
        world.add(world.worker("spot", "w", NodeState.SETTING_UP)
                .interrupted(Duration.ofMinutes(2))
                .ray(RayStatus.RUNNING, Duration.ZERO, Resources.NONE)
                .build());
        assertThat(drained(world.plan(), "spot").cause()).isEqualTo(EndCause.INTERRUPTED);
    }

    @Test
    void anInterruptedNodeIsNotEndedBeforeRayWasAskedWhetherItHasWork() {
        var world = World.withHead().type("w", 1, 9);
        world.add(world.worker("spot", "w", NodeState.SETTING_UP)
                .interrupted(Duration.ofMinutes(2))
                .status(NodeStatus.UP_TO_DATE)
                .build());
        assertThat(terminated(world.plan(), "spot").cause()).isEqualTo(EndCause.INTERRUPTED);
        world.rayReachable = false;
        assertThat(world.plan().actions()).noneMatch(Action.Terminate.class::isInstance);
    }

    @Test
    void surplusEndsYoungestFirstAndNeverBusyOnes() {
        var world = World.withHead().type("w", 0, 1).running("busy", "w").idle("idle", "w", 5);
        world.add(world.worker("coming", "w", NodeState.SETTING_UP).build());
        var plan = world.plan();
        assertThat(terminated(plan, "coming").cause()).isEqualTo(EndCause.MAX_NUM_NODE_PER_TYPE);
        assertThat(drained(plan, "idle").cause()).isEqualTo(EndCause.MAX_NUM_NODE_PER_TYPE);
        assertThat(plan.actions()).hasSize(2);
    }

    @Test
    void outdatedAndUnknownNodesAreReplacedWhenIdle() {
        var world = World.withHead().type(NodeType.of("w", cpu(4), 0, 9).withLaunchHash("new"));
        world.add(world.worker("old", "w", NodeState.RUNNING)
                .hash("old")
                .ray(RayStatus.IDLE, Duration.ofSeconds(1), cpu(4))
                .build());
        assertThat(drained(world.plan(), "old").cause()).isEqualTo(EndCause.OUTDATED);
        var unknown = World.withHead();
        unknown.add(unknown.worker("x", "gone", NodeState.RUNNING)
                .ray(RayStatus.IDLE, Duration.ofSeconds(1), cpu(4))
                .build());
        assertThat(drained(unknown.plan(), "x").cause()).isEqualTo(EndCause.UNKNOWN_TYPE);
    }

    @Test
    void anOutdatedNodeThatIsNeededGoesOnlyWhenItsReplacementRuns() {
        var world = World.withHead().type(NodeType.of("w", cpu(4), 1, 9).withLaunchHash("new"));
        var old = world.worker("old", "w", NodeState.RUNNING)
                .hash("old")
                .ray(RayStatus.IDLE, Duration.ofSeconds(1), cpu(4))
                .build();
        world.add(old);
        assertThat(world.plan().actions()).hasSize(1);
        assertThat(launch(world.plan()).cause()).isEqualTo(LaunchCause.REPLACEMENT);
        world.add(world.worker("new", "w", NodeState.SETTING_UP).hash("new").build());
        assertThat(world.plan().actions()).isEmpty();
        var later = World.withHead().type(NodeType.of("w", cpu(4), 1, 9).withLaunchHash("new"));
        later.add(old)
                .add(later.worker("new", "w", NodeState.RUNNING)
                        .hash("new")
                        .ray(RayStatus.IDLE, Duration.ofSeconds(1), cpu(4))
                        .build());
        assertThat(drained(later.plan(), "old").cause()).isEqualTo(EndCause.OUTDATED);
    }

    @Test
    void consolidationLaunchesTheCheaperNodeFirstAndKeepsTheOldOnesUntilItRuns() {
        var world = World.withHead()
                .type(NodeType.of("big", cpu(16), 0, 9).withPrice(4))
                .type(NodeType.of("small", cpu(4), 0, 9).withPrice(1))
                .floor(cpus(1, 2))
                .idle("big-1", "big", 100);
        assertThat(world.plan().actions()).isEmpty();
        world.settings = new PlannerSettings(true, true, 3, 0.5, Duration.ofMinutes(5), Duration.ofMinutes(30));
        assertThat(launch(world.plan()).nodeType()).isEqualTo("small");
        assertThat(launch(world.plan()).cause()).isEqualTo(LaunchCause.CONSOLIDATION);
        var coming = world.worker("small-1", "small", NodeState.SETTING_UP).build();
        world.add(coming);
        assertThat(world.plan().actions()).isEmpty();
        var later = World.withHead()
                .type(NodeType.of("big", cpu(16), 0, 9).withPrice(4))
                .type(NodeType.of("small", cpu(4), 0, 9).withPrice(1))
                .floor(cpus(1, 2))
                .idle("big-1", "big", 200)
                .idle("small-1", "small", 10);
        assertThat(drained(later.plan(), "big-1").cause()).isEqualTo(EndCause.IDLE);
    }

    @Test
    void theCheapestSetIsBought() {
        var plan = World.withHead()
                .type(NodeType.of("dear", cpu(8), 0, 9).withPrice(3))
                .type(NodeType.of("cheap", cpu(4), 0, 9).withPrice(1))
                .demand(cpus(2, 4))
                .plan();
        assertThat(launch(plan).nodeType()).isEqualTo("cheap");
        assertThat(launch(plan).count()).isEqualTo(2);
    }

    @Test
    void softWishesDecideBetweenEquallyDearSets() {
        var spread = World.withHead()
                .type(NodeType.of("one", cpu(4), 0, 9).withPrice(4))
                .type(NodeType.of("quarter", cpu(1), 0, 9).withPrice(1));
        assertThat(launch(spread.gang(Demand.Strategy.SPREAD, 4, 1).plan()).nodeType())
                .isEqualTo("quarter");
        var pack = World.withHead()
                .type(NodeType.of("one", cpu(4), 0, 9).withPrice(4))
                .type(NodeType.of("quarter", cpu(1), 0, 9).withPrice(1));
        assertThat(launch(pack.gang(Demand.Strategy.PACK, 4, 1).plan()).nodeType())
                .isEqualTo("one");
    }

    @Test
    void gpusAreLeftToThoseWhoWantThem() {
        var plan = World.withHead()
                .type(NodeType.of("a-gpu", Resources.of("CPU", 8, "GPU", 1), 0, 9))
                .type(NodeType.of("b-cpu", cpu(8), 0, 9))
                .demand(cpus(1, 8))
                .plan();
        assertThat(launch(plan).nodeType()).isEqualTo("b-cpu");
    }

    @Test
    void theNextOfferIsTakenWhileTheFirstIsSkipped() {
        var spot = new Offer("w", "z1", Offer.Market.SPOT, "", OptionalDouble.empty());
        var plain = new Offer("w", "z2", Offer.Market.ON_DEMAND, "", OptionalDouble.empty());
        var world = World.withHead().type("w", 1, 9);
        world.offers.put("w", List.of(spot, plain));
        assertThat(launch(world.plan()).offer()).isEqualTo(spot);
        var hold = new Cooldowns.Hold(NOW.plus(Duration.ofMinutes(4)), "no capacity");
        world.cooldowns = new Cooldowns(Map.of(spot.key(), hold), Map.of());
        assertThat(launch(world.plan()).offer()).isEqualTo(plain);
        world.cooldowns = new Cooldowns(Map.of(spot.key(), hold, plain.key(), hold), Map.of());
        assertThat(world.plan().actions()).isEmpty();
        assertThat(world.plan().unmet().getFirst().reason())
                .isEqualTo(
                        "zone z1 (spot): no capacity, skipped until 12:04; zone z2: no capacity, skipped until 12:04");
    }

    @Test
    void aPausedTypeIsNotLaunched() {
        var world = World.withHead().type("w", 0, 9).demand(cpus(1, 1));
        world.cooldowns = new Cooldowns(
                Map.of(), Map.of("w", new Cooldowns.Hold(NOW.plus(Duration.ofMinutes(10)), "set-up failed 5 times")));
        assertThat(world.plan().actions()).isEmpty();
        assertThat(world.plan().unmet().getFirst().reason())
                .isEqualTo("type w is paused until 12:10: set-up failed 5 times");
    }

    @Test
    void goalsEndWhatTheySay() {
        var world = World.withHead().type("w", 1, 9).running("a", "w").idle("b", "w", 5);
        world.goal = Goal.DOWN;
        assertThat(world.plan().actions()).hasSize(3);
        world.goal = Goal.HEAD_ONLY;
        assertThat(world.plan().actions()).hasSize(2);
        world.goal = Goal.MINIMUM;
        assertThat(world.plan().actions()).hasSize(1);
        assertThat(terminated(world.plan(), "b").cause()).isEqualTo(EndCause.DOWN);
    }
}
