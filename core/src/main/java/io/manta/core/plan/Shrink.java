package io.manta.core.plan;

import io.manta.core.model.Node;
import io.manta.core.model.NodeType;
import io.manta.core.model.RayNode;
import io.manta.core.plan.Action.Drain;
import io.manta.core.plan.Action.EndCause;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lets workers go that nothing needs: idle longer than their timeout, or launched from an older configuration. */
final class Shrink {
    private final Snapshot snapshot;
    private final Triage triage;
    private final TerminationBudget budget;
    private final Map<String, Integer> count = new HashMap<>();

    Shrink(Snapshot snapshot, Triage triage, TerminationBudget budget) {
        this.snapshot = snapshot;
        this.triage = triage;
        this.budget = budget;
        triage.serving.forEach(this::count);
        triage.coming.forEach(this::count);
    }

    private void count(Node node) {
        if (!node.isHead()) {
            count.merge(node.type(), 1, Integer::sum);
        }
    }

    /** Whether the node has been idle for longer than it may. */
    static boolean isExpired(Snapshot snapshot, Node node) {
        return !node.isHead() && Surplus.isIdle(node) && idle(node).compareTo(timeout(snapshot, node)) > 0;
    }

    List<Action> end(Set<String> needed) {
        var actions = new ArrayList<Action>();
        var candidates = new ArrayList<>(triage.serving);
        candidates.sort(Surplus.LEAST_MISSED_FIRST);
        for (Node node : candidates) {
            if (!node.isHead()) {
                judge(node, needed.contains(node.id().value()), actions);
            }
        }
        return actions;
    }

    private void judge(Node node, boolean needed, List<Action> actions) {
        NodeType type = snapshot.config().nodeTypes().get(node.type());
        if (!Surplus.isIdle(node)) {
            keep(node, "busy");
        } else if (type == null) {
            outdated(node, EndCause.UNKNOWN_TYPE, "type " + node.type() + " is no longer configured", actions);
        } else if (isOutdated(node, type) && snapshot.settings().replaceOutdated()) {
            outdated(node, EndCause.OUTDATED, "type " + node.type() + " is configured differently now", actions);
        } else if (needed) {
            keep(node, "pending demand or request_resources needs it");
        } else if (!isExpired(snapshot, node)) {
            keep(node, "idle for " + Words.of(idle(node)) + ", limit " + Words.of(timeout(snapshot, node)));
        } else if (count.getOrDefault(node.type(), 0) <= type.minWorkers()) {
            keep(node, "min_workers of type " + node.type() + " is " + type.minWorkers());
        } else {
            count.merge(node.type(), -1, Integer::sum);
            actions.add(new Drain(
                    node.id(),
                    EndCause.IDLE,
                    deadline(),
                    "idle for " + Words.of(idle(node)) + ", limit " + Words.of(timeout(snapshot, node))));
        }
    }

    /** One after the other: nothing more is replaced while a node is on its way in or out. */
    private void outdated(Node node, EndCause cause, String reason, List<Action> actions) {
        if (!triage.leaving.isEmpty() || triage.coming.stream().anyMatch(n -> !n.isHead())) {
            keep(node, reason + "; it is replaced when others have finished coming and going");
        } else if (!budget.take()) {
            keep(node, reason + "; " + budget.why());
        } else {
            count.merge(node.type(), -1, Integer::sum);
            actions.add(new Drain(node.id(), cause, deadline(), reason));
        }
    }

    static boolean isOutdated(Node node, NodeType type) {
        return !node.launchHash().isEmpty()
                && !type.launchHash().isEmpty()
                && !node.launchHash().equals(type.launchHash());
    }

    private void keep(Node node, String why) {
        triage.kept.putIfAbsent(node.id(), why);
    }

    private Instant deadline() {
        return snapshot.now().plus(snapshot.settings().drainDeadline());
    }

    private static Duration idle(Node node) {
        return node.ray().map(RayNode::idle).orElse(Duration.ZERO);
    }

    private static Duration timeout(Snapshot snapshot, Node node) {
        NodeType type = snapshot.config().nodeTypes().get(node.type());
        Duration common = snapshot.config().idleTimeout();
        return type == null ? common : type.idleTimeout().orElse(common);
    }
}
