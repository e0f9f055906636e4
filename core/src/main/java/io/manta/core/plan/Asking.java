package io.manta.core.plan;

import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.core.plan.Action.AskAgain;
import io.manta.core.plan.Underway.Request;
import io.manta.spi.model.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Launches nobody knows the outcome of are asked for again under the same ids: whatever was made answers, and nothing is made
 * twice.
 */
final class Asking {
    private static final Duration FIRST_WAIT = Duration.ofSeconds(5);
    private static final int MOST_DOUBLINGS = 2;

    private final Snapshot snapshot;

    Asking(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    List<Action> actions() {
        var actions = new ArrayList<Action>();
        if (snapshot.underway().unanswered().isEmpty()) {
            return actions;
        }
        Map<NodeId, Node> waiting = snapshot.nodes().stream()
                .filter(n -> n.state() == NodeState.REQUESTED)
                .filter(n -> !(n.isHead() && snapshot.underway().onHead()))
                .collect(Collectors.toMap(Node::id, Function.identity()));
        for (Request request : snapshot.underway().unanswered()) {
            if (isDue(request) && request.nodes().stream().anyMatch(id -> isWaiting(waiting.get(id)))) {
                actions.add(new AskAgain(
                        request.nodes(),
                        request.nodeType(),
                        "the provider has not said whether it made "
                                + request.nodes().size() + " of type " + request.nodeType()));
            }
        }
        return actions;
    }

    private boolean isDue(Request request) {
        int doublings = Math.clamp(request.asked().times() - 1L, 0, MOST_DOUBLINGS);
        Instant due = request.asked().last().plus(FIRST_WAIT.multipliedBy(1L << doublings));
        boolean clockWentBack = request.asked().last().isAfter(snapshot.now());
        return (clockWentBack || !snapshot.now().isBefore(due))
                && snapshot.config().nodeTypes().containsKey(request.nodeType());
    }

    private boolean isWaiting(@org.jspecify.annotations.Nullable Node node) {
        return node != null
                && Duration.between(node.since(), snapshot.now())
                                .compareTo(snapshot.settings().bootDeadline())
                        < 0;
    }
}
