package io.manta.core.plan;

import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.core.plan.Action.Drain;
import io.manta.core.plan.Action.EndCause;
import io.manta.core.plan.Action.SetUp;
import io.manta.core.plan.Action.Terminate;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Problem;
import io.manta.spi.ray.RayNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Looks at each node by itself: who serves, who is coming, who is on the way out, who needs a hand. */
final class Triage {
    /** A provider that calls something hopeless may still be wrong for a moment. */
    private static final Duration TROUBLE_GRACE = Duration.ofMinutes(1);

    final List<Action> actions = new ArrayList<>();
    final List<Node> serving = new ArrayList<>();
    final List<Node> coming = new ArrayList<>();
    /** Still there and counted against limits, but no longer capacity. */
    final List<Node> leaving = new ArrayList<>();

    final Map<NodeId, String> kept = new HashMap<>();
    /** Those of them that something would have ended. */
    final Set<NodeId> notable = new HashSet<>();

    final Pauses pauses;

    private final Snapshot snapshot;
    private final Instant now;
    private final TerminationBudget budget;

    Triage(Snapshot snapshot, TerminationBudget budget) {
        this.snapshot = snapshot;
        this.now = snapshot.now();
        this.budget = budget;
        this.pauses = new Pauses(snapshot);
        Set<NodeId> secondHeads = new Heads(snapshot).second();
        snapshot.nodes().stream().sorted(Comparator.comparing(Node::id)).forEach(node -> {
            if (secondHeads.contains(node.id())) {
                terminate(node, EndCause.SECOND_HEAD, "there is an older head that serves the cluster");
            } else {
                sort(node);
            }
        });
        actions.addAll(new Endings(snapshot).actions());
        actions.addAll(new Asking(snapshot).actions());
    }

    /** Whether there is a head, or one that has not ended yet: two at a time would be two clusters. */
    boolean hasHead() {
        return snapshot.underway().onHead()
                || snapshot.nodes().stream()
                        .anyMatch(n -> n.isHead()
                                && (n.state().isAlive()
                                        || n.machine().filter(Machine::isLive).isPresent()));
    }

    /** Nodes whose end begins in this round. */
    Set<NodeId> ending() {
        return actions.stream()
                .filter(Terminate.class::isInstance)
                .map(Terminate.class::cast)
                .filter(end -> end.cause() != EndCause.ASKED_AGAIN)
                .map(Terminate::node)
                .collect(Collectors.toSet());
    }

    private void sort(Node node) {
        switch (node.state()) {
            case REQUESTED, BOOTING, SETTING_UP -> sortComing(node);
            case RUNNING -> sortRunning(node);
            case DRAINING -> sortDraining(node);
            case FAILED -> sortFailed(node);
            case TERMINATING, GONE -> {}
        }
    }

    private void sortComing(Node node) {
        Duration waited = Duration.between(node.since(), now);
        if (!node.isHead() && isGone(node)) {
            terminate(node, EndCause.LOST, "its machine ended while it was being set up");
        } else if (!node.isHead() && node.isInterrupted()) {
            interruptedWhileComing(node);
        } else if (!node.isHead()
                && node.state() == NodeState.BOOTING
                && waited.compareTo(TROUBLE_GRACE) > 0
                && trouble(node).isPresent()) {
            terminate(node, EndCause.SETUP_FAILED, trouble(node).get().what());
        } else if (!node.isHead() && waited.compareTo(snapshot.settings().bootDeadline()) > 0) {
            terminate(
                    node,
                    EndCause.SETUP_FAILED,
                    "not ready after " + Words.of(waited) + ", limit "
                            + Words.of(snapshot.settings().bootDeadline()));
        } else {
            coming.add(node);
            if (node.isHead() && isDue(node)) {
                setUpAgain(node);
            } else if (node.state() == NodeState.BOOTING && isUp(node)) {
                actions.add(new SetUp(node.id(), "its machine is up"));
            }
        }
    }

    private void sortRunning(Node node) {
        boolean dead = node.ray().filter(RayNode::isAlive).isEmpty();
        if (node.isHead()) {
            serving.add(node);
            if (isDue(node)) {
                setUpAgain(node);
            }
        } else if (isGone(node)) {
            terminate(node, EndCause.LOST, "its machine is gone");
        } else if (node.isInterrupted()) {
            interrupted(node);
        } else if (dead && snapshot.rayReachable() && node.ray().isPresent()) {
            terminateLost(node);
        } else if (dead || node.ray().orElseThrow().status() == RayNode.RayStatus.DRAINING) {
            keep(node, dead ? "Ray has not reported it yet" : "Ray is draining it");
        } else if (isDue(node) && Shrink.outdated(snapshot, node).isEmpty()) {
            coming.add(node);
            setUpAgain(node);
        } else {
            serving.add(node);
        }
    }

    private boolean isDue(Node node) {
        return snapshot.underway().setUpDue().containsKey(node.id())
                && node.machine().isPresent();
    }

    private void setUpAgain(Node node) {
        actions.add(new SetUp(node.id(), snapshot.underway().setUpDue().getOrDefault(node.id(), "")));
    }

    private void terminateLost(Node node) {
        if (budget.take()) {
            terminate(node, EndCause.LOST, "Ray reports it dead");
        } else {
            keep(node, "Ray reports it dead, as many others at once; " + budget.why());
        }
    }

    private void interrupted(Node node) {
        leaving.add(node);
        if (snapshot.rayReachable()) {
            Instant deadline = node.machine().flatMap(Machine::interruption).orElseThrow();
            actions.add(new Drain(
                    node.id(),
                    EndCause.INTERRUPTED,
                    deadline,
                    "the provider takes its machine away at " + Words.of(deadline)));
        }
    }

    /** One that is set up may have work, which is not known as long as Ray has not been asked, as when the loop has just begun. */
    private void interruptedWhileComing(Node node) {
        boolean setUp = node.machine()
                .filter(machine -> machine.status() == NodeStatus.UP_TO_DATE)
                .isPresent();
        if (node.ray().filter(RayNode::isAlive).isPresent()) {
            interrupted(node);
        } else if (setUp && !snapshot.rayReachable()) {
            keep(node, "the provider takes its machine away; Ray cannot be asked whether it has work");
        } else {
            terminate(node, EndCause.INTERRUPTED, "the provider takes its machine away before it was ever used");
        }
    }

    private void sortDraining(Node node) {
        boolean empty =
                snapshot.rayReachable() && node.ray().filter(RayNode::isAlive).isEmpty();
        Instant deadline = node.since().plus(snapshot.settings().drainDeadline());
        if (empty || isGone(node)) {
            terminate(node, EndCause.DRAINED, "drained: Ray has let go of it");
        } else if (now.isAfter(deadline)) {
            terminate(
                    node,
                    EndCause.DRAINED,
                    "still draining after " + Words.of(snapshot.settings().drainDeadline()));
        } else {
            keep(node, "draining until " + Words.of(deadline) + " at the latest");
        }
    }

    private void sortFailed(Node node) {
        int attempts = snapshot.settings().maxSetupAttempts();
        if (!node.isHead() && isGone(node)) {
            terminate(node, EndCause.LOST, "its machine is gone");
        } else if (!node.isHead() && node.ray().filter(ray -> !ray.isAlive()).isPresent()) {
            terminateLost(node);
        } else if (node.isHead() && isDue(node)) {
            coming.add(node);
            setUpAgain(node);
        } else if (node.failures() < attempts && !isHopeless(node)) {
            coming.add(node);
            actions.add(new SetUp(
                    node.id(),
                    "set-up failed, try " + (node.failures() + 1) + " of " + attempts + ": " + node.detail()));
        } else if (node.isHead()) {
            keep(node, "set-up failed " + node.failures() + " times; the head is never ended by itself");
        } else {
            String tries = isHopeless(node) ? "and trying again cannot help" : node.failures() + " times";
            terminate(node, EndCause.SETUP_FAILED, "set-up failed " + tries + ": " + node.detail());
        }
    }

    private boolean isHopeless(Node node) {
        return snapshot.underway().hopeless().contains(node.id());
    }

    private void keep(Node node, String why) {
        leaving.add(node);
        kept.put(node.id(), why);
        notable.add(node.id());
    }

    private void terminate(Node node, EndCause cause, String reason) {
        actions.add(new Terminate(node.id(), cause, reason));
        if (cause == EndCause.SETUP_FAILED) {
            pauses.gaveUp(node, reason);
        }
    }

    /** What keeps its machine from ever becoming ready. */
    private static Optional<Problem> trouble(Node node) {
        return node.machine()
                .filter(machine -> machine.state() == Machine.MachineState.PENDING)
                .flatMap(Machine::trouble)
                .filter(Problem::isError);
    }

    private static boolean isUp(Node node) {
        return node.machine()
                .filter(m -> m.state() == Machine.MachineState.RUNNING)
                .isPresent();
    }

    private static boolean isGone(Node node) {
        return node.machine().filter(m -> !m.isLive()).isPresent();
    }
}
