package io.manta.controller.loop;

import io.manta.controller.setup.SetupOutcome;
import io.manta.controller.status.StatusReport.FailureLine;
import io.manta.core.book.NodeBook;
import io.manta.core.event.ClusterEvent.Type;
import io.manta.core.model.Node;
import io.manta.core.plan.Action;
import io.manta.core.plan.Action.EndCause;
import io.manta.core.setup.SetupRequest;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Offer;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.ray.RayCluster;
import io.manta.spi.ray.RayCluster.DrainReason;
import io.manta.spi.ray.RayException;
import io.manta.spi.ray.RayNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Carries out actions. Everything that may take time runs on the ports' executor; what comes of it is applied by the loop's
 * thread in a later round, so that state has one writer.
 */
final class ActionRunner {
    private final Ports ports;
    private final WorkBook work;
    private final Memory memory;
    private final Events events;

    ActionRunner(Ports ports, WorkBook work, Memory memory, Events events) {
        this.ports = ports;
        this.work = work;
        this.memory = memory;
        this.events = events;
    }

    /** Begins a launch; the returned nodes go into the book before the provider is asked. */
    List<Node> launch(Action.Launch action, ClusterConfig config) {
        NodeType type = config.nodeType(action.nodeType());
        Instant now = ports.clock().instant();
        var nodes = new ArrayList<Node>();
        var specs = new ArrayList<NodeSpec>();
        for (int i = 0; i < action.count(); i++) {
            NodeId id = newId(config.name(), action.role());
            specs.add(new NodeSpec(id, action.role(), type, BirthTags.of(config, id, action.role(), type)));
            nodes.add(NodeBook.requested(id, action.role(), type.name(), type.launchHash(), now));
            work.launching.add(id);
            events.say(
                    Type.NODE_REQUESTED,
                    id,
                    type.name(),
                    action.reason(),
                    Map.of(
                            "cause",
                            action.cause().name(),
                            "offer",
                            action.offer().key()));
        }
        ports.work().execute(() -> callLaunch(action.offers(), specs, now));
        return nodes;
    }

    private NodeId newId(String cluster, NodeRole role) {
        return new NodeId(
                "ray-" + cluster + "-" + role.tag() + "-" + ports.suffixes().apply(8));
    }

    /** What surely was not made under one offer is asked for under the next, at once. */
    private void callLaunch(List<Offer> offers, List<NodeSpec> specs, Instant startedAt) {
        List<NodeId> ids = specs.stream().map(NodeSpec::id).toList();
        List<NodeSpec> missing = specs;
        try {
            for (int i = 0; i < offers.size() && !missing.isEmpty(); i++) {
                missing = callLaunch(
                        new LaunchRequest(offers.get(i), missing), startedAt, offers.subList(i + 1, offers.size()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            work.finish(() -> events.say(Type.PROBLEM, "launch ended unexpectedly: " + e));
        } finally {
            // Only after the result is queued: the loop must see either the call or what came of it.
            work.finish(() -> work.launching.removeAll(ids));
        }
    }

    /** Returns the nodes that are free to be asked for elsewhere. */
    private List<NodeSpec> callLaunch(LaunchRequest request, Instant startedAt, List<Offer> next)
            throws InterruptedException {
        LaunchResult result;
        try {
            result = ports.provider().launch(request);
        } catch (ProviderException e) {
            result = new LaunchResult(List.of(), Optional.of(e));
        }
        List<Machine> created = result.created();
        work.finish(() -> created.forEach(this::launched));
        Optional<ProviderException> shortfall = result.shortfall();
        if (shortfall.isEmpty()) {
            return List.of();
        }
        var made = new HashSet<NodeId>();
        created.forEach(machine -> made.add(machine.nodeId()));
        List<NodeSpec> missing = request.nodes().stream()
                .filter(spec -> !made.contains(spec.id()))
                .toList();
        boolean certain = LaunchPolicy.isCertain(shortfall.get().kind());
        boolean goesOn = certain && !next.isEmpty();
        work.finish(() -> {
            launchFailed(
                    request,
                    missing.size(),
                    shortfall.get(),
                    startedAt,
                    goesOn ? Optional.of(next.getFirst()) : Optional.empty());
            if (certain && !goesOn) {
                missing.forEach(spec -> work.abandoned.add(spec.id()));
                if (LaunchPolicy.isHopeless(shortfall.get().kind())
                        && missing.stream().anyMatch(spec -> spec.role() == NodeRole.HEAD)) {
                    work.headRefused = shortfall.get().problem();
                }
            }
        });
        return goesOn ? missing : List.of();
    }

    private void launched(Machine machine) {
        events.say(
                Type.NODE_LAUNCHED,
                machine.nodeId(),
                machine.type(),
                "machine " + machine.id() + " exists",
                Map.of("machine", machine.id().value()));
    }

    private void launchFailed(
            LaunchRequest request, int missing, ProviderException e, Instant startedAt, Optional<Offer> next) {
        Instant until = ports.clock().instant().plus(LaunchPolicy.rest(e.kind()));
        Offer offer = request.offer();
        String what = missing + " of " + request.nodes().size() + " " + offer.nodeType() + " not launched: "
                + e.problem().what()
                + next.map(other -> "; trying " + other.words()).orElse("");
        memory.rest(offer.key(), until, e.problem().what());
        List<String> why = e.problem().why().lines().toList();
        memory.note(new FailureLine(startedAt, "", offer.nodeType(), what, "", "", -1, why, ""));
        var data = new LinkedHashMap<String, String>();
        data.put("kind", e.kind().name());
        data.put("code", e.problem().code());
        data.put("offer", offer.key());
        data.put("rests_until", until.toString());
        next.ifPresent(other -> data.put("next_offer", other.key()));
        events.ofType(Type.LAUNCH_FAILED, offer.nodeType(), what, data);
    }

    void setUp(Action.SetUp action, Node node, SetupRequest request) {
        Machine machine = node.machine().orElseThrow();
        if (work.settingUp.putIfAbsent(node.id(), "starting") != null) {
            return;
        }
        ports.work().execute(() -> {
            SetupOutcome outcome;
            try {
                outcome = ports.setup().setUp(request, machine, step -> work.at(node.id(), step));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException e) {
                outcome = new SetupOutcome.Failed(
                        "", "", -1, List.of(e.toString()), Optional.empty(), Bugs.problem(e), false);
            }
            SetupOutcome result = outcome;
            work.finish(() -> {
                work.settingUp.remove(node.id());
                if (result instanceof SetupOutcome.Failed failed) {
                    setupFailed(node, failed);
                }
            });
        });
    }

    private void setupFailed(Node node, SetupOutcome.Failed failed) {
        Instant now = ports.clock().instant();
        memory.failed(
                node.id(),
                new FailureLine(
                        now,
                        node.id().value(),
                        node.type(),
                        where(node) + failed.problem().what(),
                        failed.step(),
                        failed.command(),
                        failed.exitCode(),
                        failed.lastLines(),
                        failed.log().orElse("")));
        events.say(
                Type.SETUP_FAILED,
                node,
                failed.step() + ": " + failed.problem().what(),
                Map.of(
                        "command", failed.command(),
                        "exit_code", String.valueOf(failed.exitCode()),
                        "last_lines", String.join("\n", failed.lastLines()),
                        "attempt", String.valueOf(memory.failures(node.id())),
                        "log", failed.log().orElse("")));
    }

    /** People know their hosts by address; a node's id tells them nothing once it is gone. */
    private static String where(Node node) {
        String address = node.machine().flatMap(Machine::internalAddress).orElse("");
        return address.isEmpty() || address.startsWith("127.") ? "" : address + ": ";
    }

    void drain(Action.Drain action, Node node, RayCluster ray) throws InterruptedException {
        RayNode rayNode = node.ray().orElseThrow();
        DrainReason reason = action.cause() == EndCause.IDLE ? DrainReason.IDLE : DrainReason.PREEMPTION;
        try {
            var reply = ray.drain(rayNode.rayId(), reason, action.reason(), Optional.of(action.deadline()));
            if (reply.accepted()) {
                work.draining.add(node.id());
                events.say(
                        Type.DRAIN_STARTED,
                        node,
                        action.reason(),
                        Map.of("cause", action.cause().name()));
            } else {
                events.say(
                        Type.DRAIN_REFUSED,
                        node,
                        reply.message(),
                        Map.of("cause", action.cause().name()));
            }
        } catch (RayException e) {
            events.say(
                    Type.PROBLEM,
                    node,
                    e.problem().what(),
                    Map.of("code", e.problem().code()));
        }
    }

    /** Asks for all at once; machines that were never confirmed have nothing to end. */
    void terminate(List<Action.Terminate> actions, NodeBook book) {
        var machines = new HashSet<io.manta.spi.model.MachineId>();
        var nodes = new ArrayList<NodeId>();
        for (Action.Terminate action : actions) {
            Node node = book.find(action.node()).orElseThrow();
            if (node.machine().isEmpty() || !work.terminating.add(node.id())) {
                continue;
            }
            nodes.add(node.id());
            machines.add(node.machine().get().id());
            events.say(
                    Type.NODE_TERMINATING,
                    node,
                    action.reason(),
                    Map.of("cause", action.cause().name()));
        }
        terminateMachines(machines, nodes);
    }

    void terminateMachines(Set<io.manta.spi.model.MachineId> machines, List<NodeId> nodes) {
        if (machines.isEmpty()) {
            return;
        }
        ports.work().execute(() -> {
            try {
                ports.provider().terminate(machines);
            } catch (ProviderException e) {
                work.finish(() -> {
                    // Asked again in the next round.
                    work.terminating.removeAll(nodes);
                    events.say(
                            Type.PROBLEM,
                            e.problem().what(),
                            Map.of("code", e.problem().code()));
                });
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
