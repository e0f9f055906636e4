package io.manta.core.plan;

import io.manta.core.model.Node;
import io.manta.core.plan.Action.Drain;
import io.manta.core.plan.Action.EndCause;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeType;
import io.manta.spi.ray.RayNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lets workers go that nothing needs: idle longer than their timeout, or launched from an older configuration. */
final class Shrink {
    private final Snapshot snapshot;
    private final Triage triage;
    private final TerminationBudget budget;
    private final Growth growth;
    private final Set<String> outdatedKept = new HashSet<>();
    private boolean unsettled;
    private final Map<String, Integer> count = new HashMap<>();

    Shrink(Snapshot snapshot, Triage triage, TerminationBudget budget, Growth growth) {
        this.snapshot = snapshot;
        this.triage = triage;
        this.budget = budget;
        this.growth = growth;
        unsettled = !triage.leaving.isEmpty()
                || !growth.launches.isEmpty()
                || triage.coming.stream().anyMatch(n -> !n.isHead());
        triage.serving.forEach(this::count);
        triage.coming.forEach(this::count);
    }

    private void count(Node node) {
        if (!node.isHead()) {
            count.merge(node.type(), 1, Integer::sum);
        }
    }

    /** Nodes that would go if nothing needed them: idle too long or outdated, and above the minimum of their type. */
    static Set<NodeId> spares(Snapshot snapshot, Triage triage) {
        return idleAboveMinimum(
                snapshot,
                triage,
                n -> isExpired(snapshot, n) || outdated(snapshot, n).isPresent());
    }

    /** Nodes that would go sooner or later if nothing needed them. */
    static Set<NodeId> idleAboveMinimum(Snapshot snapshot, Triage triage) {
        return idleAboveMinimum(snapshot, triage, n -> true);
    }

    private static Set<NodeId> idleAboveMinimum(Snapshot snapshot, Triage triage, Predicate<Node> which) {
        var above = new HashMap<String, Integer>();
        Stream.concat(triage.serving.stream(), triage.coming.stream())
                .filter(n -> !n.isHead())
                .forEach(n -> above.merge(n.type(), 1, Integer::sum));
        snapshot.config().nodeTypes().values().forEach(t -> above.merge(t.name(), -t.minWorkers(), Integer::sum));
        return triage.serving.stream()
                .filter(n -> !n.isHead() && Surplus.isIdle(n))
                .filter(which)
                .sorted(firstToGo(snapshot))
                .filter(n -> above.merge(n.type(), -1, Integer::sum) >= 0)
                .map(Node::id)
                .collect(Collectors.toSet());
    }

    private static Comparator<Node> firstToGo(Snapshot snapshot) {
        return Comparator.<Node, Boolean>comparing(n -> outdated(snapshot, n).isEmpty())
                .thenComparing(Surplus.LEAST_MISSED_FIRST);
    }

    private static boolean isExpired(Snapshot snapshot, Node node) {
        return idle(node).compareTo(timeout(snapshot, node)) > 0;
    }

    List<Action> end(Set<String> needed) {
        var actions = new ArrayList<Action>();
        var candidates = new ArrayList<Node>();
        for (Node node : triage.serving) {
            if (!node.isHead() && Surplus.isIdle(node)) {
                candidates.add(node);
            } else if (!node.isHead()) {
                keepBusy(node);
            }
        }
        candidates.sort(firstToGo(snapshot));
        candidates.forEach(node -> judge(node, needed.contains(node.id().value()), actions));
        return actions;
    }

    /** Of the ends proposed for idleness, those after which everything still fits; fewer are tried when all are too many. */
    List<Action> confirmed(List<Action> ends, Predicate<Set<String>> stillFits) {
        var idle = ends.stream()
                .filter(a -> a instanceof Drain d && d.cause() == EndCause.IDLE)
                .map(Drain.class::cast)
                .toList();
        int size = idle.size();
        while (size > 0 && !stillFits.test(ids(idle.subList(0, size)))) {
            size /= 2;
        }
        var kept = idle.subList(size, idle.size());
        kept.forEach(d -> triage.kept.put(d.node(), "without it the others would not hold what is pending"));
        return ends.stream()
                .filter(a -> !(a instanceof Drain d && kept.contains(d)))
                .toList();
    }

    private static Set<String> ids(List<Drain> drains) {
        return drains.stream().map(d -> d.node().value()).collect(Collectors.toSet());
    }

    private void keepBusy(Node node) {
        keep(
                node,
                outdated(snapshot, node)
                        .map(why -> "busy; " + why + ", so it is replaced when idle")
                        .orElse("busy"));
    }

    private void judge(Node node, boolean needed, List<Action> actions) {
        Optional<String> outdated = outdated(snapshot, node);
        if (needed && !snapshot.demand().requests().isEmpty()) {
            keep(node, "pending demand needs it");
        } else if (outdated.isPresent()) {
            replace(node, needed, outdated.get(), actions);
        } else if (needed) {
            keep(node, "request_resources or a placement group needs it");
        } else if (!isExpired(snapshot, node)) {
            keep(node, "idle for " + Words.of(idle(node)) + ", limit " + Words.of(timeout(snapshot, node)));
        } else if (outdatedKept.contains(node.type())) {
            keep(node, "an older one of its type goes first");
        } else if (isAtMinimum(node)) {
            keep(node, "min_workers of type " + node.type() + " is " + minimum(node));
        } else {
            drain(
                    node,
                    EndCause.IDLE,
                    "idle for " + Words.of(idle(node)) + ", limit " + Words.of(timeout(snapshot, node)),
                    actions);
        }
    }

    /** Rolling: nothing more is replaced while anything is on its way in or out; the new node comes first where it may. */
    private void replace(Node node, boolean needed, String why, List<Action> actions) {
        outdatedKept.add(node.type());
        boolean isKnown = snapshot.config().nodeTypes().containsKey(node.type());
        if (unsettled) {
            keep(node, why + "; it is replaced when others have finished coming and going");
        } else if ((needed || isAtMinimum(node)) && isKnown && growth.replacement(node.type(), why)) {
            unsettled = true;
            keep(node, why + "; it goes when its replacement is there");
        } else if (!budget.take()) {
            keep(node, why + "; " + budget.why());
        } else {
            outdatedKept.remove(node.type());
            drain(node, isKnown ? EndCause.OUTDATED : EndCause.UNKNOWN_TYPE, why, actions);
        }
    }

    private void drain(Node node, EndCause cause, String reason, List<Action> actions) {
        count.merge(node.type(), -1, Integer::sum);
        actions.add(new Drain(
                node.id(), cause, snapshot.now().plus(snapshot.settings().drainDeadline()), reason));
    }

    private boolean isAtMinimum(Node node) {
        return count.getOrDefault(node.type(), 0) <= minimum(node);
    }

    private int minimum(Node node) {
        NodeType type = snapshot.config().nodeTypes().get(node.type());
        return type == null ? 0 : type.minWorkers();
    }

    /** Why the node no longer is what its configuration says; empty when it is. */
    static Optional<String> outdated(Snapshot snapshot, Node node) {
        NodeType type = snapshot.config().nodeTypes().get(node.type());
        if (type == null) {
            return Optional.of("type " + node.type() + " is no longer configured");
        }
        boolean differs = snapshot.settings().replaceOutdated() && isOutdated(node, type);
        return differs ? Optional.of("type " + node.type() + " is configured differently now") : Optional.empty();
    }

    private static boolean isOutdated(Node node, NodeType type) {
        return !node.launchHash().isEmpty()
                && !type.launchHash().isEmpty()
                && !node.launchHash().equals(type.launchHash());
    }

    private void keep(Node node, String why) {
        triage.kept.putIfAbsent(node.id(), why);
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
