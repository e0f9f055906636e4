package io.manta.core.plan;

import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.core.plan.Action.EndCause;
import io.manta.core.plan.Action.EndMachine;
import io.manta.core.plan.Action.Terminate;
import io.manta.core.plan.Underway.Asked;
import io.manta.spi.model.Machine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Ends that have to be asked for again, because the first request got lost or was not obeyed, and machines that are nobody's. */
final class Endings {
    private static final Duration FIRST_WAIT = Duration.ofMinutes(1);
    private static final int MOST_DOUBLINGS = 2;

    private final Snapshot snapshot;

    Endings(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    List<Action> actions() {
        var actions = new ArrayList<Action>();
        snapshot.nodes().stream()
                .filter(node -> node.state() == NodeState.TERMINATING)
                .filter(node -> node.machine().filter(Machine::isLive).isPresent())
                .sorted(Comparator.comparing(Node::id))
                .forEach(node -> again(node).ifPresent(actions::add));
        for (Machine machine : snapshot.underway().duplicates()) {
            actions.add(new EndMachine(
                    machine, EndCause.DUPLICATE, "machine " + machine.id() + " is a second one for the same node"));
        }
        return actions;
    }

    private Optional<Action> again(Node node) {
        Asked asked = Optional.ofNullable(snapshot.underway().endings().get(node.id()))
                .orElse(new Asked(1, node.since()));
        int doublings = Math.clamp(asked.times() - 1L, 0, MOST_DOUBLINGS);
        Instant due = asked.last().plus(FIRST_WAIT.multipliedBy(1L << doublings));
        return snapshot.now().isBefore(due) && !asked.last().isAfter(snapshot.now())
                ? Optional.empty()
                : Optional.of(new Terminate(
                        node.id(),
                        EndCause.ASKED_AGAIN,
                        "asked to end " + asked.times() + " times, the last time "
                                + Words.of(Duration.between(asked.last(), snapshot.now()))
                                + " ago, and still there"));
    }
}
