package io.manta.core.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.core.setup.SetupProgress;
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
                        Map.of(A, new SetupProgress(6, "pip", "")),
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
        book = see(book, List.of(), List.of(), T0.plusSeconds(1));
        assertThat(state(book)).isEqualTo(NodeState.RUNNING);
        book = see(book, List.of(), List.of(), T0.plus(Duration.ofHours(1)));
        assertThat(state(book)).as("one look after an hour is still one look").isEqualTo(NodeState.RUNNING);
        book = watch(book, List.of(), T0.plus(Duration.ofHours(1)), NodeBook.MISSING_GRACE);
        assertThat(book.list()).isEmpty();
    }

    @Test
    void whatRayReportsAliveIsNotGoneHoweverLongTheListLacksIt() {
        NodeBook book = see(NodeBook.EMPTY, List.of(running()), List.of(ray(RayStatus.RUNNING)), T0);
        book = watch(book, List.of(ray(RayStatus.RUNNING)), T0, Duration.ofHours(2));
        assertThat(state(book)).isEqualTo(NodeState.RUNNING);
        assertThat(book.find(A).orElseThrow().detail()).contains("does not list");
    }

    @Test
    void whatNeitherListNorRayHasIsLostAtOnce() {
        NodeBook book = see(NodeBook.EMPTY, List.of(running()), List.of(ray(RayStatus.RUNNING)), T0);
        book = see(book, List.of(), List.of(ray(RayStatus.DEAD)), T0.plusSeconds(1));
        assertThat(state(book)).isEqualTo(NodeState.FAILED);
    }

    @Test
    void whereListsLagAnEndIsProvenByItsStoppingOrByALongAbsence() {
        NodeBook running = see(NodeBook.EMPTY, List.of(running()), List.of(ray(RayStatus.RUNNING)), T0);
        NodeBook asked = lagging(running, List.of(running()), Set.of(A), T0);
        NodeBook unlisted = lagging(asked, List.of(), Set.of(A), T0.plusSeconds(1));
        assertThat(state(unlisted)).as("a request that may have been ignored").isEqualTo(NodeState.TERMINATING);
        assertThat(state(lagging(unlisted, List.of(running()), Set.of(A), T0.plusSeconds(2))))
                .isEqualTo(NodeState.TERMINATING);
        for (int second = 2; second <= 92; second += 10) {
            unlisted = lagging(unlisted, List.of(), Set.of(A), T0.plusSeconds(second));
        }
        assertThat(unlisted.list()).isEmpty();

        NodeBook stopping =
                lagging(asked, List.of(machine(MachineState.STOPPING, NodeStatus.UP_TO_DATE)), Set.of(A), T0);
        assertThat(lagging(stopping, List.of(), Set.of(A), T0.plusSeconds(1)).list())
                .isEmpty();
    }

    private static NodeBook lagging(NodeBook book, List<Machine> machines, Set<NodeId> terminating, Instant now) {
        return book.next(new Sighting(
                        Optional.of(machines),
                        Optional.of(List.of()),
                        Set.of(),
                        Map.of(),
                        Set.of(),
                        terminating,
                        false,
                        false,
                        now))
                .book();
    }

    /** Looks every ten seconds and sees no machine. */
    private static NodeBook watch(NodeBook from, List<RayNode> rays, Instant begin, Duration length) {
        NodeBook book = from;
        for (long second = 1; second <= length.toSeconds() + 11; second += 10) {
            book = see(book, List.of(), rays, begin.plusSeconds(second));
        }
        return book;
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
                        Map.of(A, new SetupProgress(7, "", "")),
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
    void theEndOfASecondMachineIsNotTheEndOfTheFirst() {
        NodeBook book = see(NodeBook.EMPTY, List.of(running()), List.of(ray(RayStatus.RUNNING)), T0);
        Machine second = new Machine(
                new MachineId("m2"),
                MachineState.STOPPING,
                running().tags(),
                Optional.empty(),
                Optional.empty(),
                T0.plusSeconds(5),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        assertThat(state(see(book, List.of(second), List.of(ray(RayStatus.RUNNING)), T0)))
                .isEqualTo(NodeState.RUNNING);
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
        var settingUp = new HashMap<NodeId, SetupProgress>();
        var draining = new HashSet<NodeId>();
        var terminating = new HashSet<NodeId>();
        switch (random.nextInt(6)) {
            case 0 -> {
                if (state != NodeState.DRAINING) {
                    settingUp.put(A, SetupProgress.STARTING);
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
            Map<NodeId, SetupProgress> settingUp,
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
