package io.manta.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.core.model.NodeState;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.RayNode;
import io.manta.spi.ray.RayNode.RayStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every node has one of each implicit resource, as in Ray. */
class ImplicitResourcesTest {
    private static final String REPLICAS = "node:__internal_implicit_resource_app:Model";

    private static Demand.Request replicas(int perNode, long count) {
        return new Demand.Request(Resources.of("CPU", 1, REPLICAS, 1.0 / perNode), count);
    }

    private static int launched(Plan plan) {
        return plan.actions().stream()
                .mapToInt(a -> a instanceof Action.Launch l ? l.count() : 0)
                .sum();
    }

    @Test
    void atMostSoManyReplicasShareANode() {
        assertThat(launched(
                        World.withHead().type("w", 0, 9).demand(replicas(1, 3)).plan()))
                .isEqualTo(3);
        assertThat(launched(
                        World.withHead().type("w", 0, 9).demand(replicas(2, 4)).plan()))
                .isEqualTo(2);
    }

    @Test
    void anIdleNodeHasAllOfIt() {
        var world = World.withHead().type("w", 0, 9).idle("a", "w", 5).demand(replicas(2, 2));
        assertThat(world.plan().actions()).isEmpty();
        assertThat(world.plan().unmet()).isEmpty();
    }

    @Test
    void whatIsInUseOnANodeIsNotGivenTwice() {
        var world = World.withHead().type("w", 0, 9).demand(replicas(1, 1));
        var free = Resources.of(Resources.CPU, 3);
        var node = world.worker("a", "w", NodeState.RUNNING)
                .ray(RayStatus.RUNNING, Duration.ZERO, free)
                .build();
        RayNode ray = node.ray().orElseThrow();
        var used = new RayNode(
                ray.rayId(),
                ray.instanceId(),
                ray.typeName(),
                ray.status(),
                ray.total().plus(Resources.of(REPLICAS, 1)),
                ray.available(),
                Map.of(),
                Duration.ZERO,
                "",
                List.of());
        world.add(new io.manta.core.model.Node(
                node.id(),
                node.role(),
                node.type(),
                node.state(),
                node.since(),
                node.machine(),
                java.util.Optional.of(used),
                "",
                0,
                ""));
        assertThat(launched(world.plan())).isEqualTo(1);
    }

    @Test
    void moreThanOneOfThemCanNeverBeServed() {
        var plan = World.withHead()
                .type("w", 0, 9)
                .demand(new Demand.Request(Resources.of("CPU", 1, REPLICAS, 2), 1))
                .plan();
        assertThat(plan.unmet()).singleElement().matches(Plan.Unmet::permanent);
    }
}
