package io.manta.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.core.plan.Action.Drain;
import io.manta.core.plan.Action.Launch;
import io.manta.core.plan.Action.SetUp;
import io.manta.core.plan.Action.Terminate;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.RayNode.RayStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Applies plans under constant demand until nothing changes: that point must come, and then stay. */
class SteadyStateTest {
    private static final int ROUNDS = 60;
    private static final int CALM = 6;

    @Test
    void plansReachAFixedPointAndStayThere() {
        for (long seed = 0; seed < 1_500; seed++) {
            var world = new RandomWorld(seed).make();
            world.rayReachable = true;
            world.cooldowns = Cooldowns.NONE;
            List<Node> nodes = new ArrayList<>(world.snapshot().nodes());
            int calm = 0;
            String last = "";
            for (int round = 0; round < ROUNDS && calm < CALM; round++) {
                Plan plan = new DefaultPlanner().plan(with(world, nodes));
                last = plan.actions().toString();
                boolean idle = plan.actions().isEmpty()
                        && nodes.stream().noneMatch(n -> n.state().isComing());
                calm = idle ? calm + 1 : 0;
                nodes = next(world, nodes, plan, round);
            }
            assertThat(calm).as("seed %s still does %s", seed, last).isEqualTo(CALM);
        }
    }

    static Snapshot with(World world, List<Node> nodes) {
        Snapshot s = world.snapshot();
        return new Snapshot(
                s.config(), s.goal(), nodes, s.demand(), true, s.offers(), s.cooldowns(), s.settings(), s.now());
    }

    /** A world in which everything works at once, and demand stays pending whatever is there to serve it. */
    static List<Node> next(World world, List<Node> nodes, Plan plan, int round) {
        var out = new ArrayList<Node>();
        var config = world.config();
        for (Node node : nodes) {
            boolean ended = plan.actions().stream()
                    .anyMatch(a -> (a instanceof Terminate t && t.node().equals(node.id()))
                            || (a instanceof Drain d && d.node().equals(node.id())));
            boolean isOver = ended || node.state() == NodeState.TERMINATING || node.state() == NodeState.DRAINING;
            boolean dead = node.ray().filter(r -> !r.isAlive()).isPresent();
            if (isOver || (dead && !node.isHead())) {
                continue;
            }
            boolean setUp = plan.actions().stream()
                    .anyMatch(a -> a instanceof SetUp s && s.node().equals(node.id()));
            boolean comes = setUp
                    || node.state() == NodeState.SETTING_UP
                    || node.state() == NodeState.REQUESTED
                    || node.state() == NodeState.BOOTING;
            if (comes) {
                out.add(running(world, node.id().value(), node.role(), node.type(), node.launchHash()));
            } else {
                out.add(node);
            }
        }
        int made = 0;
        for (Action action : plan.actions()) {
            if (action instanceof Launch launch) {
                for (int i = 0; i < launch.count(); i++) {
                    NodeType type = config.nodeType(launch.nodeType());
                    out.add(world.node("r" + round + "-" + made++, launch.role(), launch.nodeType(), NodeState.BOOTING)
                            .machine(MachineState.RUNNING)
                            .hash(type.launchHash())
                            .build());
                }
            }
        }
        return out;
    }

    private static Node running(World world, String id, io.manta.spi.model.NodeRole role, String type, String hash) {
        Resources total = world.config().nodeTypes().containsKey(type)
                ? world.config().nodeType(type).resources()
                : Resources.NONE;
        return world.node(id, role, type, NodeState.RUNNING)
                .hash(hash)
                .ray(RayStatus.IDLE, Duration.ofSeconds(100), total)
                .build();
    }
}
