package io.manta.core.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Resources;
import io.manta.spi.model.Tags;
import io.manta.spi.ray.RayNode;
import io.manta.spi.ray.RayNode.RayStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeBookTest {
    private static final Instant T0 = Instant.parse("2026-11-15T10:00:00Z");
    private static final NodeId A = new NodeId("a");

    @Test
    void aNodeLivesThroughItsStates() {
        NodeBook book = NodeBook.EMPTY.with(List.of(NodeBook.requested(A, NodeRole.WORKER, "w", "", T0)));
        book = see(book, List.of(machine(MachineState.PENDING, NodeStatus.UNINITIALIZED)), List.of(), T0);
        assertThat(state(book)).isEqualTo(NodeState.BOOTING);
        book = book.next(sighting(
                        List.of(machine(MachineState.RUNNING, NodeStatus.SETTING_UP)),
                        List.of(),
                        Map.of(A, "[6/7] pip"),
                        Set.of(),
                        Set.of(),
                        T0))
                .book();
        assertThat(state(book)).isEqualTo(NodeState.SETTING_UP);
        assertThat(book.find(A).orElseThrow().detail()).isEqualTo("[6/7] pip");
        book = see(book, List.of(running()), List.of(ray(RayStatus.RUNNING)), T0);
        assertThat(state(book)).isEqualTo(NodeState.RUNNING);
        book = book.next(sighting(List.of(running()), List.of(ray(RayStatus.DEAD)), Map.of(), Set.of(A), Set.of(), T0))
                .book();
        assertThat(state(book)).isEqualTo(NodeState.DRAINING);
        book = book.next(sighting(
                        List.of(machine(MachineState.STOPPING, NodeStatus.UP_TO_DATE)),
                        List.of(),
                        Map.of(),
                        Set.of(A),
                        Set.of(A),
                        T0))
                .book();
        assertThat(state(book)).isEqualTo(NodeState.TERMINATING);
        assertThat(see(book, List.of(), List.of(), T0).list()).isEmpty();
    }

    @Test
    void aMachineMissingFromOneListIsNotGone() {
        NodeBook book = see(NodeBook.EMPTY, List.of(running()), List.of(ray(RayStatus.RUNNING)), T0);
        book = see(book, List.of(), List.of(ray(RayStatus.RUNNING)), T0.plusSeconds(1));
        assertThat(state(book)).isEqualTo(NodeState.RUNNING);
        book = see(
                book,
                List.of(),
                List.of(ray(RayStatus.RUNNING)),
                T0.plus(NodeBook.MISSING_GRACE).plusSeconds(2));
        assertThat(book.list()).isEmpty();
    }

    @Test
    void aMachineOfSeveralHostsIsAsBusyAsItsBusiest() {
        var idle = ray(RayStatus.IDLE, Duration.ofHours(1));
        var busy = ray(RayStatus.RUNNING, Duration.ZERO);
        for (List<RayNode> hosts : List.of(List.of(idle, busy), List.of(busy, idle))) {
            NodeBook book = see(NodeBook.EMPTY, List.of(running()), hosts, T0);
            assertThat(book.find(A).orElseThrow().ray()).contains(busy);
        }
    }

    @Test
    void aProviderThatCannotBeAskedLosesNoNode() {
        NodeBook book = see(NodeBook.EMPTY, List.of(running()), List.of(ray(RayStatus.RUNNING)), T0);
        var blind = new Sighting(
                Optional.empty(), Optional.empty(), Set.of(), Map.of(), Set.of(), Set.of(), T0.plusSeconds(3600));
        assertThat(state(book.next(blind).book())).isEqualTo(NodeState.RUNNING);
    }

    @Test
    void rayBeingAwayIsNotRayBeingDead() {
        NodeBook book = see(NodeBook.EMPTY, List.of(running()), List.of(ray(RayStatus.RUNNING)), T0);
        var away = new Sighting(
                Optional.of(List.of(running())), Optional.empty(), Set.of(), Map.of(), Set.of(), Set.of(), T0);
        assertThat(state(book.next(away).book())).isEqualTo(NodeState.RUNNING);
        book = see(book, List.of(running()), List.of(ray(RayStatus.DEAD)), T0);
        assertThat(state(book)).isEqualTo(NodeState.FAILED);
    }

    @Test
    void aDeadEntryOfAnEarlierLifeDoesNotFailANodeThatIsSetUpAgain() {
        NodeBook book = NodeBook.EMPTY
                .next(sighting(
                        List.of(machine(MachineState.RUNNING, NodeStatus.SETTING_UP)),
                        List.of(ray(RayStatus.DEAD)),
                        Map.of(A, "[7/7]"),
                        Set.of(),
                        Set.of(),
                        T0))
                .book();
        assertThat(state(book)).isEqualTo(NodeState.SETTING_UP);
        book = see(book, List.of(running()), List.of(ray(RayStatus.DEAD)), T0);
        assertThat(state(book)).as("waits for its new life to be seen").isEqualTo(NodeState.SETTING_UP);
        book = see(
                book,
                List.of(running()),
                List.of(ray(RayStatus.DEAD)),
                T0.plus(NodeBook.JOIN_GRACE).plusSeconds(1));
        assertThat(state(book)).isEqualTo(NodeState.FAILED);
    }

    @Test
    void aBookRebuiltFromTagsComesToTheSameStates() {
        NodeBook known = see(NodeBook.EMPTY, List.of(running()), List.of(ray(RayStatus.RUNNING)), T0);
        NodeBook rebuilt = see(NodeBook.EMPTY, List.of(running()), List.of(ray(RayStatus.RUNNING)), T0.plusSeconds(9));
        assertThat(state(rebuilt)).isEqualTo(state(known));
        NodeBook failed =
                see(NodeBook.EMPTY, List.of(machine(MachineState.RUNNING, NodeStatus.UPDATE_FAILED)), List.of(), T0);
        assertThat(state(failed)).isEqualTo(NodeState.FAILED);
    }

    @Test
    void twoMachinesForOneNodeKeepTheOlder() {
        Machine older = running();
        Machine younger = new Machine(
                new MachineId("m2"),
                MachineState.RUNNING,
                older.tags(),
                Optional.empty(),
                Optional.empty(),
                T0.plusSeconds(5),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        assertThat(NodeBook.duplicates(List.of(younger, older))).containsExactly(younger);
        NodeBook book = see(NodeBook.EMPTY, List.of(younger, older), List.of(), T0);
        assertThat(book.find(A).orElseThrow().machine()).contains(older);
    }

    @Test
    void whateverIsSeenOnlyAllowedTransitionsHappen() {
        for (long seed = 0; seed < 3_000; seed++) {
            var random = new Random(seed);
            NodeBook book = NodeBook.EMPTY;
            Instant now = T0;
            for (int round = 0; round < 25; round++) {
                now = now.plusSeconds(random.nextInt(60));
                NodeBook.Turn turn = book.next(randomSighting(
                        random, now, book.find(A).map(Node::state).orElse(NodeState.BOOTING)));
                for (NodeBook.Transition transition : turn.transitions()) {
                    transition
                            .before()
                            .ifPresent(before -> assertThat(before.state().next())
                                    .as("%s to %s", before, transition.after())
                                    .contains(transition.after().state()));
                }
                assertThat(turn.book().list()).as("seed %d", seed).noneMatch(n -> n.state() == NodeState.GONE);
                book = turn.book();
            }
        }
    }

    private static Sighting randomSighting(Random random, Instant now, NodeState state) {
        var machines = new ArrayList<Machine>();
        if (random.nextInt(4) > 0) {
            machines.add(machine(any(random, MachineState.values()), any(random, NodeStatus.values())));
        }
        var rays = new ArrayList<RayNode>();
        if (random.nextBoolean()) {
            rays.add(ray(any(random, RayStatus.values())));
        }
        var settingUp = new HashMap<NodeId, String>();
        var draining = new HashSet<NodeId>();
        var terminating = new HashSet<NodeId>();
        switch (random.nextInt(6)) {
            case 0 -> {
                if (state != NodeState.DRAINING) {
                    settingUp.put(A, "step");
                }
            }
            case 1 -> draining.add(A);
            case 2 -> terminating.add(A);
            default -> {}
        }
        return new Sighting(
                random.nextInt(5) == 0 ? Optional.empty() : Optional.of(machines),
                random.nextInt(5) == 0 ? Optional.empty() : Optional.of(rays),
                Set.of(),
                settingUp,
                draining,
                terminating,
                now);
    }

    private static <T> T any(Random random, T[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    private static NodeState state(NodeBook book) {
        return book.find(A).map(Node::state).orElseThrow();
    }

    private static NodeBook see(NodeBook book, List<Machine> machines, List<RayNode> rays, Instant now) {
        return book.next(sighting(machines, rays, Map.of(), Set.of(), Set.of(), now))
                .book();
    }

    private static Sighting sighting(
            List<Machine> machines,
            List<RayNode> rays,
            Map<NodeId, String> settingUp,
            Set<NodeId> draining,
            Set<NodeId> terminating,
            Instant now) {
        return new Sighting(Optional.of(machines), Optional.of(rays), Set.of(), settingUp, draining, terminating, now);
    }

    private static Machine running() {
        return machine(MachineState.RUNNING, NodeStatus.UP_TO_DATE);
    }

    private static Machine machine(MachineState state, NodeStatus status) {
        return new Machine(
                new MachineId("m"),
                state,
                Map.of(Tags.NODE_ID, "a", Tags.TYPE, "w", Tags.STATUS, status.tag()),
                Optional.empty(),
                Optional.empty(),
                T0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static RayNode ray(RayStatus status) {
        return ray(status, Duration.ZERO);
    }

    private static RayNode ray(RayStatus status, Duration idle) {
        return new RayNode(
                "ff", "a", "w", status, Resources.NONE, Resources.NONE, Map.of(), idle, "127.0.0.1", List.of());
    }
}
