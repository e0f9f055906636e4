package io.manta.core.book;

import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.core.setup.SetupProgress;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Tags;
import io.manta.spi.ray.RayNode;
import io.manta.spi.ray.RayNode.RayStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** One node with a machine, looked at: which state follows from what the provider, Ray and our own work say. */
record NodeSight(Optional<Node> before, Machine machine, Optional<RayNode> rayNode, Sighting sighting) {

    private record Verdict(NodeState state, String detail) {}

    Optional<Node> node() {
        Optional<RayNode> ray = ray();
        Verdict verdict = verdict(ray);
        boolean wasEnding =
                before.filter(node -> node.state() == NodeState.TERMINATING).isPresent();
        Instant since = before.filter(node -> node.state() == verdict.state())
                .map(Node::since)
                .orElse(before.isEmpty() ? firstSeen(verdict.state()) : sighting.now());
        if (wasEnding && verdict.state() != NodeState.GONE) {
            // Asked to end: a list that lags behind does not bring it back.
            return before.map(node -> seen(node, NodeState.TERMINATING, node.since(), ray, "ending"));
        }
        Node base = before.orElseGet(() -> fresh(verdict.state(), since));
        return Optional.of(seen(base, verdict.state(), since, ray, verdict.detail()));
    }

    private Instant firstSeen(NodeState state) {
        return state == NodeState.BOOTING ? machine.launchedAt() : sighting.now();
    }

    private Node fresh(NodeState state, Instant since) {
        return new Node(
                machine.nodeId(),
                machine.role(),
                machine.type(),
                state,
                since,
                Optional.of(machine),
                Optional.empty(),
                machine.tags().getOrDefault(Tags.LAUNCH_HASH, ""),
                0,
                "");
    }

    private Node seen(Node base, NodeState state, Instant since, Optional<RayNode> ray, String detail) {
        // Having joined wipes the slate: the next failure starts a new count.
        int failures = state == NodeState.RUNNING ? 0 : base.failures();
        String launchHash = machine.tags().getOrDefault(Tags.LAUNCH_HASH, base.launchHash());
        return new Node(
                base.id(),
                base.role(),
                base.type(),
                state,
                since,
                Optional.of(machine),
                ray,
                launchHash,
                failures,
                detail);
    }

    /** A dead entry in Ray's list counts only for a node that had joined; otherwise it is left from an earlier life. */
    private Optional<RayNode> ray() {
        if (rayNode.isEmpty() || rayNode.get().isAlive()) {
            return rayNode;
        }
        boolean hadJoined = before.map(node -> node.state() == NodeState.RUNNING
                        || node.state() == NodeState.DRAINING
                        || (node.state() == NodeState.FAILED && node.ray().isPresent()))
                .orElse(machine.status() == NodeStatus.UP_TO_DATE);
        return hadJoined && !sighting.settingUp().containsKey(machine.nodeId()) ? rayNode : Optional.empty();
    }

    private Verdict verdict(Optional<RayNode> ray) {
        NodeId id = machine.nodeId();
        if (machine.state() == MachineState.TERMINATED || machine.state() == MachineState.STOPPED) {
            return new Verdict(
                    NodeState.GONE, machine.trouble().map(Problem::what).orElse("ended"));
        }
        if (machine.state() == MachineState.STOPPING || sighting.terminating().contains(id)) {
            return new Verdict(NodeState.TERMINATING, "ending");
        }
        SetupProgress progress = sighting.settingUp().get(id);
        if (progress != null) {
            return new Verdict(NodeState.SETTING_UP, progress.toString());
        }
        if (ray.isPresent() && ray.get().isAlive()) {
            return inRay(ray.get());
        }
        if (sighting.draining().contains(id) && hadJoined()) {
            return new Verdict(NodeState.DRAINING, "drained");
        }
        return notInRay(ray);
    }

    /** Whatever Ray says first of a node, it has joined; that it drains is the next thing that happens to it. */
    private Verdict inRay(RayNode ray) {
        boolean drains =
                ray.status() == RayStatus.DRAINING || sighting.draining().contains(machine.nodeId());
        if (drains && (before.isEmpty() || hadJoined())) {
            return new Verdict(NodeState.DRAINING, "takes no new work");
        }
        if (before.filter(node -> node.state() == NodeState.REQUESTED).isPresent()) {
            return new Verdict(NodeState.BOOTING, booting());
        }
        return new Verdict(NodeState.RUNNING, activity(ray));
    }

    private boolean hadJoined() {
        return before.filter(node -> node.state() == NodeState.RUNNING || node.state() == NodeState.DRAINING)
                .isPresent();
    }

    private Verdict notInRay(Optional<RayNode> ray) {
        NodeState previous = before.map(Node::state).orElse(NodeState.BOOTING);
        if (hadJoined() && sighting.rayNodes().isEmpty()) {
            return new Verdict(previous, "Ray cannot be asked");
        }
        if (hadJoined() || ray.isPresent()) {
            return new Verdict(NodeState.FAILED, "Ray lost the node");
        }
        return switch (machine.status()) {
            case UPDATE_FAILED ->
                new Verdict(NodeState.FAILED, before.map(Node::detail).orElse("set-up failed"));
            case UP_TO_DATE -> upToDateButUnseen(previous);
            case UNINITIALIZED, WAITING_FOR_SSH, SYNCING_FILES, SETTING_UP ->
                switch (previous) {
                    case FAILED ->
                        new Verdict(NodeState.FAILED, before.map(Node::detail).orElse(""));
                    case SETTING_UP -> new Verdict(NodeState.FAILED, "its set-up was cut off");
                    case REQUESTED, BOOTING, RUNNING, DRAINING, TERMINATING, GONE ->
                        new Verdict(NodeState.BOOTING, booting());
                };
        };
    }

    private Verdict upToDateButUnseen(NodeState previous) {
        boolean wasSetUp = before.flatMap(Node::machine)
                .filter(known -> known.status() == NodeStatus.UP_TO_DATE)
                .isPresent();
        if (previous == NodeState.FAILED && wasSetUp) {
            return new Verdict(NodeState.FAILED, before.map(Node::detail).orElse(""));
        }
        boolean late = previous == NodeState.SETTING_UP
                && before.map(node -> Duration.between(node.since(), sighting.now()))
                        .filter(waited -> waited.compareTo(NodeBook.JOIN_GRACE) > 0)
                        .isPresent();
        return late
                ? new Verdict(NodeState.FAILED, "set up, but Ray has not seen it")
                : new Verdict(NodeState.SETTING_UP, "waiting for Ray to see it");
    }

    private String booting() {
        return machine.trouble()
                .map(Problem::what)
                .orElse(machine.state() == MachineState.PENDING ? "the machine is starting" : "waiting for its set-up");
    }

    private static String activity(RayNode ray) {
        if (ray.status() == RayStatus.IDLE) {
            return "idle for " + ray.idle().toSeconds() + " s";
        }
        return ray.activity().isEmpty() ? "busy" : ray.activity().getFirst();
    }

    static Node moved(Node node, NodeState state, Instant now, String detail) {
        return with(node, state, now, node.machine(), node.ray(), detail);
    }

    static Node with(
            Node node,
            NodeState state,
            Instant since,
            Optional<Machine> machine,
            Optional<RayNode> ray,
            String detail) {
        return new Node(
                node.id(),
                node.role(),
                node.type(),
                state,
                since,
                machine,
                ray,
                node.launchHash(),
                node.failures(),
                detail);
    }
}
