package io.manta.controller.loop;

import io.manta.core.book.NodeBook;
import io.manta.core.event.ClusterEvent.Type;
import io.manta.core.model.Node;
import io.manta.core.plan.Action;
import io.manta.core.plan.Action.EndCause;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.RayCluster;
import io.manta.spi.ray.RayNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Tells the story: which events a round's changes make, and what drivers are told. */
final class Chronicle {
    private static final Duration FIRST_PAUSE = Duration.ofMinutes(10);
    private static final int MOST_DOUBLINGS = 3;

    private final Ports ports;
    private final Events events;
    private final Memory memory;
    private double lastCpus = -1;

    Chronicle(Ports ports, Events events, Memory memory) {
        this.ports = ports;
        this.events = events;
        this.memory = memory;
    }

    void tell(
            List<NodeBook.Transition> transitions,
            Optional<RayCluster.State> state,
            ClusterConfig config,
            Optional<Machine> head) {
        for (NodeBook.Transition transition : transitions) {
            Node node = transition.after();
            Map<String, String> from = transition
                    .before()
                    .map(before -> Map.of("from", before.state().name()))
                    .orElse(Map.of());
            switch (node.state()) {
                case RUNNING -> {
                    memory.joined(node.id(), node.type());
                    events.say(Type.NODE_JOINED, node, node.type() + " has joined", from);
                }
                case FAILED -> {
                    if (node.ray().isPresent()) {
                        events.say(Type.NODE_LOST, node, node.detail(), from);
                    }
                }
                case GONE -> {
                    memory.gone(node.id());
                    events.say(Type.NODE_GONE, node, node.detail(), from);
                }
                case REQUESTED, BOOTING, SETTING_UP, DRAINING, TERMINATING -> {}
            }
        }
        state.ifPresent(ray -> tellSize(ray, head));
    }

    private void tellSize(RayCluster.State state, Optional<Machine> head) {
        double cpus = state.nodes().stream()
                .filter(RayNode::isAlive)
                .mapToDouble(node -> node.total().amount(Resources.CPU))
                .sum();
        if (cpus == lastCpus) {
            return;
        }
        boolean first = lastCpus < 0;
        lastCpus = cpus;
        if (!first) {
            String message = "Resized to " + amount(cpus) + " CPUs.";
            events.say(Type.CLUSTER_RESIZED, message, Map.of("cpus", amount(cpus)));
            head.ifPresent(machine -> ports.ray().announce(machine, message));
        }
    }

    private static String amount(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }

    void announceLaunch(Machine head, Action.Launch launch) {
        ports.ray().announce(head, "Adding " + launch.count() + " node(s) of type " + launch.nodeType() + ".");
    }

    void announceRemovals(Machine head, List<Action.Terminate> terminations, NodeBook book) {
        var byType = new TreeMap<String, Integer>();
        for (Action.Terminate action : terminations) {
            if (action.cause() == EndCause.DRAINED || action.cause() == EndCause.IDLE) {
                book.find(action.node()).ifPresent(node -> byType.merge(node.type(), 1, Integer::sum));
            }
        }
        byType.forEach((type, count) ->
                ports.ray().announce(head, "Removing " + count + " nodes of type " + type + " (idle)."));
    }

    /** A node given up after its last try puts its type to rest, each time for longer. Returns the types that begin to rest. */
    Set<String> pauseFailing(List<Action.Terminate> terminations, NodeBook book) {
        Instant now = ports.clock().instant();
        var paused = new HashSet<String>();
        for (Action.Terminate action : terminations) {
            Optional<Node> node = book.find(action.node()).filter(n -> action.cause() == EndCause.SETUP_FAILED);
            if (node.isEmpty()
                    || memory.cooldowns().type(node.get().type(), now).isPresent()) {
                continue;
            }
            String type = node.get().type();
            int doublings = Math.min(memory.pauses(type), MOST_DOUBLINGS);
            Instant until = now.plus(FIRST_PAUSE.multipliedBy(1L << doublings));
            String why = memory.lastFailure(node.get().id())
                    .map(f -> f.what())
                    .orElse(node.get().detail());
            int failures = memory.failures(node.get().id());
            String reason = failures == 0 ? action.reason() : "set-up failed " + failures + " times: " + why;
            memory.pause(type, until, reason);
            events.ofType(
                    Type.TYPE_PAUSED,
                    type,
                    type + " rests until " + until + ": " + reason,
                    Map.of("until", until.toString(), "reason", reason));
            paused.add(type);
        }
        return paused;
    }
}
