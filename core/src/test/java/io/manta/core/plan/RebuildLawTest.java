package io.manta.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.core.book.NodeBook;
import io.manta.core.book.Sighting;
import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Tags;
import io.manta.spi.ray.RayNode;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A process that died and one that never did come to the same plan: all they need is on the machines' tags and in Ray. */
class RebuildLawTest {
    private static final int SEEDS = 1_500;

    @Test
    void aBookRebuiltFromTheListGivesTheSamePlan() {
        int planned = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            World world = new RandomWorld(seed).make();
            world.rayReachable = true;
            Snapshot snapshot = world.snapshot();
            List<Node> visible =
                    snapshot.nodes().stream().filter(RebuildLawTest::isVisible).toList();
            NodeBook known = NodeBook.EMPTY
                    .next(sighting(visible, snapshot.now().minusSeconds(40)))
                    .book()
                    .next(sighting(visible, snapshot.now()))
                    .book();
            NodeBook rebuilt =
                    NodeBook.EMPTY.next(sighting(visible, snapshot.now())).book();
            List<String> expected = actions(snapshot, known);
            assertThat(actions(snapshot, rebuilt)).as("seed %d", seed).isEqualTo(expected);
            planned += expected.size();
        }
        assertThat(planned).as("the law is about something").isGreaterThan(SEEDS);
    }

    /** What a provider or Ray can tell; a wish not yet confirmed, a failure count and an accepted drain are memory. */
    private static boolean isVisible(Node node) {
        return switch (node.state()) {
            case RUNNING -> node.ray().filter(RayNode::isAlive).isPresent();
            case BOOTING, TERMINATING -> true;
            case REQUESTED, SETTING_UP, DRAINING, FAILED, GONE -> false;
        };
    }

    private static Sighting sighting(List<Node> nodes, Instant now) {
        return new Sighting(
                Optional.of(nodes.stream().map(RebuildLawTest::machine).toList()),
                Optional.of(nodes.stream().flatMap(n -> ray(n).stream()).toList()),
                Set.of(),
                Map.of(),
                Set.of(),
                Set.of(),
                now);
    }

    private static Optional<RayNode> ray(Node node) {
        return node.ray()
                .map(r -> new RayNode(
                        r.rayId(),
                        node.id().value(),
                        r.typeName(),
                        r.status(),
                        r.total(),
                        r.available(),
                        r.labels(),
                        r.idle(),
                        r.address(),
                        r.activity()));
    }

    private static Machine machine(Node node) {
        var tags = new HashMap<String, String>();
        tags.put(Tags.NODE_ID, node.id().value());
        tags.put(Tags.ROLE, node.role().tag());
        tags.put(Tags.TYPE, node.type());
        tags.put(Tags.LAUNCH_HASH, node.launchHash());
        tags.put(
                Tags.STATUS,
                (node.state() == NodeState.RUNNING ? NodeStatus.UP_TO_DATE : NodeStatus.UNINITIALIZED).tag());
        MachineState state = node.state() == NodeState.TERMINATING
                ? MachineState.STOPPING
                : node.machine().map(Machine::state).orElse(MachineState.RUNNING);
        return new Machine(
                new MachineId(node.id().value()),
                state,
                tags,
                Optional.empty(),
                Optional.empty(),
                node.since(),
                Optional.empty(),
                node.machine().flatMap(Machine::interruption),
                Optional.empty());
    }

    private static List<String> actions(Snapshot snapshot, NodeBook book) {
        var seen = new Snapshot(
                snapshot.config(),
                snapshot.goal(),
                book.list(),
                snapshot.demand(),
                snapshot.rayReachable(),
                snapshot.offers(),
                snapshot.cooldowns(),
                snapshot.settings(),
                snapshot.now());
        return new DefaultPlanner()
                .plan(seen).actions().stream()
                        .map(RebuildLawTest::withoutReason)
                        .toList();
    }

    private static String withoutReason(Action action) {
        return switch (action) {
            case Action.Launch a -> "launch " + a.count() + " " + a.offer().key() + " " + a.cause();
            case Action.SetUp a -> "set up " + a.node();
            case Action.Drain a -> "drain " + a.node() + " " + a.cause();
            case Action.Terminate a -> "terminate " + a.node() + " " + a.cause();
            case Action.AskAgain a -> "ask again " + a.nodes();
            case Action.EndMachine a -> "end " + a.machine().id();
            case Action.Pause a -> "pause " + a.nodeType();
        };
    }
}
