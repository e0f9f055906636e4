package io.manta.controller.loop;

import io.manta.core.book.NodeBook;
import io.manta.core.event.ClusterEvent.Type;
import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.core.plan.Action;
import io.manta.core.plan.Action.EndCause;
import io.manta.core.plan.Plan;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.RayCluster;
import io.manta.spi.ray.RayNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Tells the story: which events a round's changes make, and what drivers are told. */
final class Chronicle {
    /** A node that is lost sooner after it joined than this counts against its type; one that lasts wipes the slate. */
    private static final Duration STEADY = Duration.ofMinutes(10);

    private static final Pattern NUMBERS = Pattern.compile("[0-9]+");

    private final Ports ports;
    private final Events events;
    private final Memory memory;
    private final Map<String, Boolean> told = new HashMap<>();
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
                    memory.joined(node.id());
                    events.say(Type.NODE_JOINED, node, node.type() + " has joined", from);
                }
                case FAILED -> {
                    noteLoss(transition);
                    if (node.ray().isPresent()) {
                        events.say(Type.NODE_LOST, node, node.detail(), from);
                    }
                }
                case GONE -> {
                    noteLoss(transition);
                    memory.gone(node.id());
                    events.say(Type.NODE_GONE, node, node.detail(), from);
                }
                case REQUESTED, BOOTING, SETTING_UP, DRAINING, TERMINATING -> {}
            }
        }
        state.ifPresent(ray -> tellSize(ray, head));
    }

    /** One that had only just joined and is lost, though nobody announced it. */
    private void noteLoss(NodeBook.Transition transition) {
        Instant now = ports.clock().instant();
        Node node = transition.after();
        boolean young = transition
                .before()
                .filter(before -> before.state() == NodeState.RUNNING && !before.isHead() && !before.isInterrupted())
                .filter(before -> Duration.between(before.since(), now).compareTo(STEADY) < 0)
                .isPresent();
        if (young && !node.isInterrupted()) {
            memory.lost(node.type(), node.detail(), now);
        }
    }

    /** Types with a node that has lasted are well. */
    void noteSteady(NodeBook book) {
        if (memory.cooldowns().setbacks().isEmpty()) {
            return;
        }
        Instant now = ports.clock().instant();
        book.list().stream()
                .filter(node -> !node.isHead() && node.state() == NodeState.RUNNING)
                .filter(node -> Duration.between(node.since(), now).compareTo(STEADY) >= 0)
                .forEach(node -> memory.steady(node.type()));
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

    void announceRemovals(Machine head, List<Action> ends, NodeBook book) {
        var byType = new TreeMap<String, Integer>();
        for (Action end : ends) {
            if (end instanceof Action.Terminate action
                    && (action.cause() == EndCause.DRAINED || action.cause() == EndCause.IDLE)) {
                book.find(action.node()).ifPresent(node -> byType.merge(node.type(), 1, Integer::sum));
            }
        }
        byType.forEach((type, count) ->
                ports.ray().announce(head, "Removing " + count + " nodes of type " + type + " (idle)."));
    }

    void pause(Action.Pause pause) {
        memory.pause(pause.nodeType(), pause.until(), pause.reason());
        events.ofType(
                Type.TYPE_PAUSED,
                pause.nodeType(),
                pause.nodeType() + " is paused until " + pause.until() + ": " + pause.reason(),
                Map.of("until", pause.until().toString(), "reason", pause.reason()));
    }

    /** What is not served and what stays although something would end it: once, until the reason changes. */
    void tell(Plan plan, NodeBook book) {
        var current = new HashSet<String>();
        for (Plan.Unmet unmet : plan.unmet()) {
            String what = unmet.what() + ": " + unmet.reason();
            if (isNews("unmet " + what, current)) {
                events.say(Type.DEMAND_UNMET, what, Map.of("what", unmet.what(), "reason", unmet.reason()));
            }
        }
        for (NodeId id : plan.notable()) {
            String why = plan.kept().getOrDefault(id, "");
            if (isNews(id + " " + why, current)) {
                book.find(id).ifPresent(node -> events.say(Type.NODE_KEPT, node, why, Map.of()));
            }
        }
        told.keySet().retainAll(current);
    }

    /** Counts and times within a text change all the time, and are no news; nor is what was told a while ago. */
    private boolean isNews(String text, Set<String> current) {
        String key = NUMBERS.matcher(text).replaceAll("#");
        current.add(key);
        return told.putIfAbsent(key, true) == null;
    }
}
