package io.manta.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.core.model.Node;
import io.manta.core.schedule.Schedule;
import io.manta.spi.ray.RayNode;
import io.manta.spi.ray.RayNode.RayStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Nothing waits that could be served by ending idle nodes and launching others, tried on thousands of full clusters. */
class NothingWaitsTest {
    private static final int SEEDS = 2_000;
    private static final int ROUNDS = 60;
    private static final int CALM = 5;

    @Test
    void whatIdleNodesCanMakeRoomForIsServedInTheEnd() {
        var waiting = new ArrayList<String>();
        for (long seed = 0; seed < SEEDS; seed++) {
            var world = new FullCluster(seed).make();
            List<Node> nodes = new ArrayList<>(world.snapshot().nodes());
            int calm = 0;
            Plan plan = Plan.NOTHING;
            for (int round = 0; round < ROUNDS && calm < CALM; round++) {
                plan = new DefaultPlanner().plan(SteadyStateTest.with(world, nodes));
                boolean quiet = plan.actions().isEmpty()
                        && nodes.stream().noneMatch(n -> n.state().isComing());
                calm = quiet ? calm + 1 : 0;
                nodes = older(SteadyStateTest.next(world, nodes, plan, round));
            }
            assertThat(calm).as("seed %s still does %s", seed, plan.actions()).isEqualTo(CALM);
            Schedule best = FullCluster.best(world, nodes);
            if (count(plan, true) > best.gangs().size()
                    || (count(plan, true) == best.gangs().size()
                            && count(plan, true) + count(plan, false) > best.leftOver())) {
                waiting.add("seed " + seed + ": " + plan.unmet() + " instead of " + best);
            }
        }
        assertThat(waiting).isEmpty();
    }

    private static long count(Plan plan, boolean gangs) {
        return plan.unmet().stream()
                .filter(u -> u.kind() != Plan.UnmetKind.MINIMUM && (u.kind() == Plan.UnmetKind.GANG) == gangs)
                .mapToLong(Plan.Unmet::count)
                .sum();
    }

    private static List<Node> older(List<Node> nodes) {
        return nodes.stream().map(NothingWaitsTest::older).toList();
    }

    private static Node older(Node node) {
        Optional<RayNode> ray = node.ray()
                .map(r -> r.status() != RayStatus.IDLE
                        ? r
                        : new RayNode(
                                r.rayId(),
                                r.instanceId(),
                                r.typeName(),
                                r.status(),
                                r.total(),
                                r.available(),
                                r.labels(),
                                r.idle().plus(Duration.ofSeconds(20)),
                                r.address(),
                                r.activity()));
        return new Node(
                node.id(),
                node.role(),
                node.type(),
                node.state(),
                node.since(),
                node.machine(),
                ray,
                node.launchHash(),
                node.failures(),
                node.detail());
    }
}
