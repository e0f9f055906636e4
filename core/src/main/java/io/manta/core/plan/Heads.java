package io.manta.core.plan;

import io.manta.core.model.Node;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.ray.RayNode;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which of several heads stays: the one that runs Ray, and of two of those the older. */
public final class Heads {
    // The tag tells those who cannot ask Ray that it was started there.
    private static final Comparator<Node> BEST_FIRST = Comparator.<Node, Boolean>comparing(
                    n -> n.ray().filter(RayNode::isAlive).isEmpty())
            .thenComparing(n ->
                    n.machine().filter(m -> m.status() == NodeStatus.UP_TO_DATE).isEmpty())
            .thenComparing(n -> n.machine().map(Machine::launchedAt).orElse(Instant.MAX))
            .thenComparing(Node::id);

    private final Snapshot snapshot;

    Heads(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    /** The head to talk to. */
    public static Optional<Node> best(List<Node> nodes) {
        return nodes.stream()
                .filter(n -> n.isHead() && n.machine().isPresent())
                .min(Comparator.<Node, Boolean>comparing(n -> !n.state().isAlive())
                        .thenComparing(BEST_FIRST));
    }

    /** Heads to end. Whoever could ask Ray but gets no answer ends none: it might be the wrong one. */
    Set<NodeId> second() {
        List<Node> heads = snapshot.nodes().stream()
                .filter(n -> n.isHead() && n.state().isAlive())
                .sorted(BEST_FIRST)
                .toList();
        boolean certain = !snapshot.goal().asksRay()
                || (snapshot.rayReachable()
                        && heads.stream()
                                .limit(1)
                                .anyMatch(n -> n.ray().filter(RayNode::isAlive).isPresent()));
        return heads.size() < 2 || !certain
                ? Set.of()
                : heads.stream().skip(1).map(Node::id).collect(Collectors.toSet());
    }
}
