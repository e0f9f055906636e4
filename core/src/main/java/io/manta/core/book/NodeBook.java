package io.manta.core.book;

import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.Tags;
import io.manta.spi.ray.RayNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What we know of our nodes, brought up to date by each {@link Sighting}. A pure value: the same book and sighting always
 * give the same next book, and an empty book rebuilt from the machines' tags comes to the same states.
 */
public record NodeBook(Map<NodeId, Node> nodes, Map<NodeId, Duration> missingFor, Instant lastLook) {
    public static final NodeBook EMPTY = new NodeBook(Map.of(), Map.of(), Instant.EPOCH);

    /** A machine is gone only when it has been missing from exact lists this long. */
    public static final Duration MISSING_GRACE = Duration.ofSeconds(30);

    /** The same where lists may be a minute behind, or wrong for that long. */
    public static final Duration LAGGING_GRACE = Duration.ofSeconds(90);

    /** No single look proves more than this, whatever the clock does between two of them. */
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(15);

    /** How long a node that is set up may take to be seen by Ray. */
    public static final Duration JOIN_GRACE = Duration.ofMinutes(2);

    /** A node that entered a state, or left the book. */
    public record Transition(Optional<Node> before, Node after) {}

    /** The next book and what changed. */
    public record Turn(NodeBook book, List<Transition> transitions) {}

    public NodeBook {
        nodes = java.util.Collections.unmodifiableMap(new TreeMap<>(nodes));
        missingFor = Map.copyOf(missingFor);
    }

    public List<Node> list() {
        return List.copyOf(nodes.values());
    }

    public Optional<Node> find(NodeId id) {
        return Optional.ofNullable(nodes.get(id));
    }

    /** With nodes added or replaced. */
    public NodeBook with(List<Node> changed) {
        if (changed.isEmpty()) {
            return this;
        }
        var next = new TreeMap<>(nodes);
        changed.forEach(node -> next.put(node.id(), node));
        return new NodeBook(next, missingFor, lastLook);
    }

    /** Without nodes that surely have no machine. */
    public NodeBook without(java.util.Set<NodeId> ids) {
        if (ids.isEmpty()) {
            return this;
        }
        var next = new TreeMap<>(nodes);
        next.keySet().removeAll(ids);
        return new NodeBook(next, missingFor, lastLook);
    }

    public Turn next(Sighting sighting) {
        var machines = new HashMap<NodeId, Machine>();
        sighting.machines()
                .orElse(List.of())
                .forEach(machine -> machines.merge(machine.nodeId(), machine, this::better));
        Map<String, RayNode> ray = byInstance(sighting.rayNodes().orElse(List.of()));
        var ids = new TreeSet<>(nodes.keySet());
        ids.addAll(machines.keySet());
        var next = new TreeMap<NodeId, Node>();
        var missing = new HashMap<NodeId, Duration>();
        var transitions = new ArrayList<Transition>();
        for (NodeId id : ids) {
            Optional<Node> before = Optional.ofNullable(nodes.get(id));
            Optional<Machine> machine =
                    Optional.ofNullable(machines.get(id)).filter(listed -> speaksFor(listed, before, sighting));
            Optional<Node> after;
            if (machine.isPresent()) {
                after = new NodeSight(before, machine.get(), Optional.ofNullable(ray.get(id.value())), sighting).node();
            } else {
                after = before.flatMap(
                        node -> withoutMachine(node, Optional.ofNullable(ray.get(id.value())), sighting, missing));
            }
            after.filter(node -> node.state() != NodeState.GONE).ifPresent(node -> next.put(id, node));
            after.filter(node -> changed(before, node))
                    .ifPresent(node -> transitions.add(new Transition(before, node)));
        }
        Instant looked = sighting.machines().isPresent() ? sighting.now() : lastLook;
        return new Turn(new NodeBook(next, missing, looked), transitions);
    }

    private static boolean changed(Optional<Node> before, Node after) {
        // A machine first seen when it is already over was never in our book.
        return before.map(node -> node.state() != after.state()).orElse(after.state() != NodeState.GONE);
    }

    /** Two machines with one node id (a provider that answered twice): the older live one carries the node. */
    private Machine better(Machine a, Machine b) {
        if (a.isLive() != b.isLive()) {
            return a.isLive() ? a : b;
        }
        return a.launchedAt().isAfter(b.launchedAt()) ? b : a;
    }

    /** That a second machine for the same node ends says nothing of the first, which a list may lack. */
    private static boolean speaksFor(Machine listed, Optional<Node> before, Sighting sighting) {
        return listed.isLive()
                || before.filter(node -> node.state() != NodeState.TERMINATING
                                && !sighting.terminating().contains(node.id()))
                        .flatMap(Node::machine)
                        .filter(known -> known.isLive() && !known.id().equals(listed.id()))
                        .isEmpty();
    }

    /** A list that lacks a machine proves little by itself: it may be late, cut short or empty by mistake. */
    private Optional<Node> withoutMachine(
            Node node, Optional<RayNode> ray, Sighting sighting, Map<NodeId, Duration> missing) {
        if (sighting.launching().contains(node.id())) {
            return Optional.of(node);
        }
        Duration known = missingFor.getOrDefault(node.id(), Duration.ZERO);
        if (sighting.machines().isEmpty()) {
            missing.put(node.id(), known);
            return Optional.of(node);
        }
        boolean ending =
                node.state() == NodeState.TERMINATING || sighting.terminating().contains(node.id());
        if (!ending && ray.filter(RayNode::isAlive).isPresent()) {
            return Optional.of(aliveInRay(node, ray.get()));
        }
        Duration total = missingFor.containsKey(node.id()) ? known.plus(sinceLastLook(sighting.now())) : known;
        boolean proven = ending && (sighting.endsWhenUnlisted() || wasStopping(node));
        if (proven || total.compareTo(sighting.exact() ? MISSING_GRACE : LAGGING_GRACE) >= 0) {
            return Optional.of(
                    NodeSight.moved(node, NodeState.GONE, sighting.now(), ending ? "ended" : "the machine is gone"));
        }
        missing.put(node.id(), total);
        return Optional.of(ending ? endingUnlisted(node, sighting.now()) : lost(node, ray, sighting.now()));
    }

    private Duration sinceLastLook(Instant now) {
        Duration passed = Duration.between(lastLook, now);
        if (passed.isNegative()) {
            return Duration.ZERO;
        }
        return passed.compareTo(LONGEST_LOOK) > 0 ? LONGEST_LOOK : passed;
    }

    private static boolean wasStopping(Node node) {
        return node.machine().filter(machine -> !machine.isLive()).isPresent();
    }

    private static Node aliveInRay(Node node, RayNode ray) {
        return NodeSight.with(
                node,
                node.state(),
                node.since(),
                node.machine(),
                Optional.of(ray),
                "Ray reports it alive, but the provider does not list its machine");
    }

    /** Nobody knows a machine of it that could be asked to end once more; a head keeps its own, for it bars the next one. */
    private static Node endingUnlisted(Node node, Instant now) {
        Instant since = node.state() == NodeState.TERMINATING ? node.since() : now;
        Optional<Machine> machine = node.isHead() ? node.machine() : Optional.empty();
        return NodeSight.with(node, NodeState.TERMINATING, since, machine, node.ray(), "no longer listed");
    }

    /** Two witnesses: neither the provider nor Ray has it any more. */
    private static Node lost(Node node, Optional<RayNode> ray, Instant now) {
        boolean hadJoined = node.state() == NodeState.RUNNING || node.state() == NodeState.DRAINING;
        return node.isHead() || !hadJoined || ray.isEmpty()
                ? node
                : NodeSight.with(
                        node, NodeState.FAILED, now, node.machine(), ray, "its machine is missing and Ray lost it");
    }

    /**
     * A node's Ray process may have had several lives; the live one counts. A machine of several hosts has several at once: it is
     * idle only when all of them are, so the busiest counts.
     */
    private static Map<String, RayNode> byInstance(List<RayNode> rayNodes) {
        var map = new HashMap<String, RayNode>();
        for (RayNode node : rayNodes) {
            map.merge(node.instanceId(), node, NodeBook::telling);
        }
        return map;
    }

    private static RayNode telling(RayNode a, RayNode b) {
        if (!a.isAlive() || !b.isAlive()) {
            return a.isAlive() ? a : b;
        }
        return b.idle().compareTo(a.idle()) < 0 ? b : a;
    }

    /** The fresh node for a launch that is about to be asked for. */
    public static Node requested(
            NodeId id, io.manta.spi.model.NodeRole role, String type, String launchHash, Instant now) {
        return new Node(
                id,
                role,
                type,
                NodeState.REQUESTED,
                now,
                Optional.empty(),
                Optional.empty(),
                launchHash,
                0,
                "asking for a machine");
    }

    /** Rows for machines that share a node id with another: made by a confused provider, to be ended. */
    public static List<Machine> duplicates(List<Machine> machines) {
        var seen = new HashMap<NodeId, Machine>();
        var extra = new ArrayList<Machine>();
        machines.stream()
                .filter(machine -> machine.state() == MachineState.PENDING || machine.state() == MachineState.RUNNING)
                .sorted((a, b) -> a.launchedAt().equals(b.launchedAt())
                        ? a.id().compareTo(b.id())
                        : a.launchedAt().compareTo(b.launchedAt()))
                .forEach(machine -> {
                    if (machine.tags().containsKey(Tags.NODE_ID)
                            && seen.putIfAbsent(machine.nodeId(), machine) != null) {
                        extra.add(machine);
                    }
                });
        return extra;
    }
}
