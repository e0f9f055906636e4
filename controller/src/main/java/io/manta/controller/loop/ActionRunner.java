package io.manta.controller.loop;

import io.manta.controller.setup.SetupOutcome;
import io.manta.controller.status.StatusReport.FailureLine;
import io.manta.core.book.NodeBook;
import io.manta.core.event.ClusterEvent.Type;
import io.manta.core.model.Node;
import io.manta.core.plan.Action;
import io.manta.core.plan.Action.EndCause;
import io.manta.core.plan.Underway.Asked;
import io.manta.core.setup.SetupProgress;
import io.manta.core.setup.SetupRequest;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
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
import java.io.IOException;
import java.time.Duration;
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
    private static final Duration REFUSED_EARLIER = Duration.ofSeconds(50);

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
    List<Node> launch(Action.Launch action, ClusterConfig config, Map<String, String> marks) {
        NodeType type = config.nodeType(action.nodeType());
        Instant now = ports.clock().instant();
        var nodes = new ArrayList<Node>();
        var specs = new ArrayList<NodeSpec>();
        for (int i = 0; i < action.count(); i++) {
            NodeId id = newId(config.name(), action.role());
            specs.add(spec(config, id, action.role(), type, marks));
            nodes.add(NodeBook.requested(id, action.role(), type.name(), type.launchHash(), now));
        }
        try {
            note(new LaunchRequest(action.offer(), specs), 1);
        } catch (IOException e) {
            cannotNote(e);
            return List.of();
        }
        nodes.forEach(node -> {
            work.launching.add(node.id());
            events.say(
                    Type.NODE_REQUESTED,
                    node,
                    action.reason(),
                    Map.of(
                            "cause",
                            action.cause().name(),
                            "offer",
                            action.offer().key()));
        });
        ports.work().execute(() -> callLaunch(action.offers(), specs, now, 1));
        return nodes;
    }

    /** Without a note whoever comes after a crash would ask for other machines; better none for now. */
    private void cannotNote(IOException e) {
        events.say(
                Type.PROBLEM,
                "nothing is launched, because what is asked for cannot be noted on disk: " + e.getMessage(),
                Map.of("code", "CLUSTER-HOME"));
    }

    private static NodeSpec spec(
            ClusterConfig config, NodeId id, NodeRole role, NodeType type, Map<String, String> marks) {
        return new NodeSpec(id, role, type, BirthTags.of(config, id, role, type, marks));
    }

    private void note(LaunchRequest request, int times) throws IOException {
        NodeSpec first = request.nodes().getFirst();
        memory.requests()
                .note(new Requests.Entry(
                        request.nodes().stream().map(NodeSpec::id).toList(),
                        first.role(),
                        first.type().name(),
                        first.type().launchHash(),
                        request.offer(),
                        times,
                        ports.clock().instant(),
                        Requests.State.ASKED));
    }

    /** The same nodes of the same offer in one call, as the first time: that is what a provider recognises. */
    void askAgain(Action.AskAgain action, ClusterConfig config, Map<String, String> marks) {
        Optional<Requests.Entry> entry = memory.requests().find(action.nodes());
        if (entry.isEmpty()) {
            return;
        }
        NodeType type = config.nodeType(action.nodeType());
        List<NodeSpec> specs = entry.get().nodes().stream()
                .map(id -> spec(config, id, entry.get().role(), type, marks))
                .toList();
        int times = entry.get().times() + 1;
        try {
            note(new LaunchRequest(entry.get().offer(), specs), times);
        } catch (IOException e) {
            cannotNote(e);
            return;
        }
        specs.forEach(spec -> {
            work.launching.add(spec.id());
            work.justAsked.add(spec.id());
        });
        ports.work()
                .execute(() -> callLaunch(
                        List.of(entry.get().offer()), specs, ports.clock().instant(), times));
    }

    private NodeId newId(String cluster, NodeRole role) {
        return new NodeId(
                "ray-" + cluster + "-" + role.tag() + "-" + ports.suffixes().apply(8));
    }

    /** What surely was not made under one offer is asked for under the next, at once. */
    private void callLaunch(List<Offer> offers, List<NodeSpec> specs, Instant startedAt, int times) {
        List<NodeId> ids = specs.stream().map(NodeSpec::id).toList();
        List<NodeSpec> missing = specs;
        try {
            for (int i = 0; i < offers.size() && !missing.isEmpty(); i++) {
                var request = new LaunchRequest(offers.get(i), missing);
                if (i > 0) {
                    note(request, times);
                }
                missing = callLaunch(request, startedAt, offers.subList(i + 1, offers.size()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            List<NodeSpec> left = missing;
            work.finish(() -> {
                cannotNote(e);
                left.forEach(spec -> work.abandoned.add(spec.id()));
            });
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
        List<NodeId> asked = request.nodes().stream().map(NodeSpec::id).toList();
        var made = new HashSet<NodeId>();
        created.forEach(machine -> made.add(machine.nodeId()));
        Optional<ProviderException> shortfall = result.shortfall();
        boolean certain =
                shortfall.isEmpty() || LaunchPolicy.isCertain(shortfall.get().kind());
        work.finish(() -> {
            if (certain) {
                memory.requests().answered(asked, made);
            }
            created.forEach(this::launched);
        });
        if (shortfall.isEmpty()) {
            return List.of();
        }
        List<NodeSpec> missing = request.nodes().stream()
                .filter(spec -> !made.contains(spec.id()))
                .toList();
        boolean goesOn = certain && !next.isEmpty();
        work.finish(() -> {
            launchFailed(
                    request,
                    missing,
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
        if (!machine.isLive()) {
            // It was made long ago under this id and has ended since.
            work.abandoned.add(machine.nodeId());
            return;
        }
        memory.launched(machine.type());
        events.say(
                Type.NODE_LAUNCHED,
                machine.nodeId(),
                machine.type(),
                "machine " + machine.id() + " exists",
                Map.of("machine", machine.id().value()));
    }

    private void launchFailed(
            LaunchRequest request,
            List<NodeSpec> missing,
            ProviderException e,
            Instant startedAt,
            Optional<Offer> next) {
        Instant until = ports.clock().instant().plus(LaunchPolicy.skip(e.kind()));
        Offer offer = request.offer();
        String what = missing.size() + " of " + request.nodes().size() + " " + offer.nodeType() + " not launched: "
                + e.problem().what()
                + next.map(other -> "; trying " + other.words()).orElse("");
        NodeRole role = request.nodes().getFirst().role();
        memory.skip(role, offer, until, e.problem().what());
        List<String> why = e.problem().why().lines().toList();
        memory.note(new FailureLine(startedAt, "", offer.nodeType(), what, "", "", -1, why, ""));
        var data = new LinkedHashMap<String, String>();
        data.put("kind", e.kind().name());
        data.put("code", e.problem().code());
        data.put("offer", offer.key());
        data.put("skipped_until", until.toString());
        data.put(
                "nodes",
                String.join(" ", missing.stream().map(spec -> spec.id().value()).toList()));
        next.ifPresent(other -> data.put("next_offer", other.key()));
        events.ofType(Type.LAUNCH_FAILED, offer.nodeType(), what, data);
        events.ofType(
                Type.OFFER_SKIPPED,
                offer.nodeType(),
                offer.words() + " is skipped until " + until + ": "
                        + e.problem().what(),
                Map.of("offer", offer.key(), "until", until.toString()));
    }

    void setUp(Action.SetUp action, Node node, SetupRequest request) {
        Machine machine = node.machine().orElseThrow();
        if (work.settingUp.putIfAbsent(node.id(), SetupProgress.STARTING) != null) {
            return;
        }
        ports.work().execute(() -> {
            SetupOutcome outcome;
            try {
                outcome = ports.setup().setUp(request, machine, progress -> work.at(node.id(), progress));
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
                        failed.log().orElse("")),
                failed.certain());
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

    void drain(Action.Drain action, Node node, RayCluster ray) {
        RayNode rayNode = node.ray().orElseThrow();
        if (work.draining.contains(node.id()) || !work.askedToDrain.add(node.id())) {
            return;
        }
        DrainReason reason = action.cause() == EndCause.IDLE ? DrainReason.IDLE : DrainReason.PREEMPTION;
        Map<String, String> cause = Map.of("cause", action.cause().name());
        ports.work().execute(() -> {
            try {
                var reply = ray.drain(rayNode.rayId(), reason, action.reason(), Optional.of(action.deadline()));
                work.finish(() -> {
                    work.askedToDrain.remove(node.id());
                    if (reply.accepted()) {
                        work.draining.add(node.id());
                        events.say(Type.DRAIN_STARTED, node, action.reason(), cause);
                    } else {
                        events.say(Type.DRAIN_REFUSED, node, reply.message(), cause);
                    }
                });
            } catch (RayException e) {
                work.finish(() -> {
                    work.askedToDrain.remove(node.id());
                    events.say(
                            Type.PROBLEM,
                            node,
                            e.problem().what(),
                            Map.of("code", e.problem().code()));
                });
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Asks for all at once; machines that were never confirmed have nothing to end. */
    void terminate(List<Action> actions, NodeBook book) {
        var machines = new HashSet<MachineId>();
        var nodes = new ArrayList<NodeId>();
        for (Action action : actions) {
            if (action instanceof Action.EndMachine end) {
                machines.add(end.machine().id());
                tell(end.machine().nodeId(), end.machine().type(), end.cause(), end.reason());
            } else if (action instanceof Action.Terminate end) {
                Node node = book.find(end.node()).orElseThrow();
                boolean isNew = node.machine().isPresent() && work.terminating.add(node.id());
                if (node.machine().isPresent() && (isNew || end.cause() == EndCause.ASKED_AGAIN)) {
                    nodes.add(node.id());
                    machines.add(node.machine().get().id());
                    tell(node.id(), node.type(), end.cause(), end.reason());
                }
            }
        }
        Instant now = ports.clock().instant();
        nodes.forEach(id -> work.endings.merge(id, new Asked(1, now), (old, first) -> new Asked(old.times() + 1, now)));
        call(machines, nodes);
    }

    private void tell(NodeId node, String type, EndCause cause, String reason) {
        events.say(Type.NODE_TERMINATING, node, type, reason, Map.of("cause", cause.name()));
    }

    private void call(Set<MachineId> machines, List<NodeId> nodes) {
        if (machines.isEmpty()) {
            return;
        }
        ports.work().execute(() -> {
            try {
                ports.provider().terminate(machines);
            } catch (ProviderException e) {
                work.finish(() -> {
                    // A refused call is repeated sooner than one that was answered.
                    nodes.forEach(id -> work.endings.computeIfPresent(
                            id,
                            (_, asked) -> new Asked(asked.times(), asked.last().minus(REFUSED_EARLIER))));
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
