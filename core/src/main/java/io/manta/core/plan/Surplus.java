package io.manta.core.plan;

import io.manta.core.model.Node;
import io.manta.core.plan.Action.Drain;
import io.manta.core.plan.Action.EndCause;
import io.manta.core.plan.Action.Terminate;
import io.manta.spi.model.NodeType;
import io.manta.spi.ray.RayNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Ends workers beyond a limit: those not yet serving first, then the longest idle. Busy ones stay until they are idle. */
final class Surplus {
    static final Comparator<Node> LEAST_MISSED_FIRST = Comparator.<Node, Boolean>comparing(
                    n -> n.ray().isPresent())
            .thenComparing(n -> n.ray().map(RayNode::idle).orElse(Duration.ZERO), Comparator.reverseOrder())
            .thenComparing(Comparator.comparing(Node::since).reversed())
            .thenComparing(Node::id);

    private final Snapshot snapshot;
    private final Triage triage;

    Surplus(Snapshot snapshot, Triage triage) {
        this.snapshot = snapshot;
        this.triage = triage;
    }

    void end() {
        for (NodeType type : snapshot.config().nodeTypes().values()) {
            end(
                    workers(type.name()),
                    type.maxWorkers(),
                    EndCause.MAX_NUM_NODE_PER_TYPE,
                    "type " + type.name() + " may have " + type.maxWorkers() + " workers");
        }
        int max = snapshot.config().maxWorkers();
        end(workers(), max, EndCause.MAX_NUM_NODES, "the cluster may have " + max + " workers");
    }

    private Stream<Node> workers() {
        return Stream.concat(triage.coming.stream(), triage.serving.stream()).filter(n -> !n.isHead());
    }

    private List<Node> workers(String type) {
        return workers().filter(n -> n.type().equals(type)).toList();
    }

    private void end(Stream<Node> members, int max, EndCause cause, String limit) {
        end(members.toList(), max, cause, limit);
    }

    private void end(List<Node> members, int max, EndCause cause, String limit) {
        int surplus = members.size() - max;
        if (surplus <= 0) {
            return;
        }
        var victims = new ArrayList<>(members);
        victims.sort(LEAST_MISSED_FIRST);
        for (Node node : victims.subList(0, surplus)) {
            String reason = limit + ", " + members.size() + " are there";
            if (triage.coming.contains(node)) {
                triage.actions.removeIf(
                        a -> a instanceof Action.SetUp setUp && setUp.node().equals(node.id()));
                triage.actions.add(new Terminate(node.id(), cause, reason));
                triage.coming.remove(node);
            } else if (isIdle(node) && snapshot.rayReachable()) {
                triage.actions.add(new Drain(
                        node.id(),
                        cause,
                        snapshot.now().plus(snapshot.settings().drainDeadline()),
                        reason));
                triage.serving.remove(node);
                triage.leaving.add(node);
            } else {
                triage.kept.put(node.id(), reason + "; it ends when it is idle");
                triage.notable.add(node.id());
            }
        }
    }

    static boolean isIdle(Node node) {
        return node.ray()
                .filter(r -> r.status() == RayNode.RayStatus.IDLE && r.idle().isPositive())
                .isPresent();
    }
}
