package io.manta.controller.loop;

import io.manta.controller.status.StatusReport;
import io.manta.core.book.NodeBook;
import io.manta.core.book.Sighting;
import io.manta.core.event.ClusterEvent.Type;
import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.core.plan.Action;
import io.manta.core.plan.Goal;
import io.manta.core.plan.Plan;
import io.manta.core.plan.PlannerSettings;
import io.manta.core.plan.Snapshot;
import io.manta.core.setup.RestartMode;
import io.manta.core.setup.SetupPlans;
import io.manta.core.setup.SetupRequest;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.RayCluster;
import io.manta.spi.ray.RayException;
import io.manta.spi.ray.RayNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The loop. Each {@link #tick} looks at machines and Ray, lets the planner decide, and begins what it decided. One thread
 * owns all state; a crash between any two lines is repaired by the next tick of a new process, from the machines' tags.
 */
public final class Controller {
    private static final Duration ASK_AGAIN = Duration.ofSeconds(60);

    private final Ports ports;
    private Scope scope;
    private final WorkBook work = new WorkBook();
    private final Memory memory;
    private final Events events;
    private final ActionRunner actions;
    private final Reporter reporter;
    private final Chronicle chronicle;
    private final LearnedResources learned = new LearnedResources();

    private final Map<NodeId, Instant> askedAgain = new HashMap<>();
    private ClusterConfig config;
    private Goal goal;
    private RestartMode restart = RestartMode.WHEN_CHANGED;
    private NodeBook book = NodeBook.EMPTY;
    private Look look = Look.USUAL;
    private boolean headRuns;
    private boolean mayBeOutdated = true;
    private boolean rayWasReachable;
    private boolean providerAnswered = true;

    public Controller(ClusterConfig config, Goal goal, Scope scope, Ports ports, Memory memory) {
        this.config = config;
        this.goal = goal;
        this.scope = scope;
        this.ports = ports;
        this.memory = memory;
        this.events = new Events(ports.events(), ports.clock());
        this.actions = new ActionRunner(ports, work, memory, events);
        this.reporter = new Reporter(ports, memory, work);
        this.chronicle = new Chronicle(ports, events, memory);
    }

    /** What a round came to. */
    public record Tick(Plan plan, StatusReport report, List<Node> nodes, boolean rayReachable) {
        public Optional<Node> head() {
            return nodes.stream().filter(Node::isHead).findFirst();
        }
    }

    /** Workers whose set-up or start the change concerns are set up again; limits and the like touch nobody. */
    public void config(ClusterConfig changed) {
        this.config = changed;
        this.mayBeOutdated = true;
    }

    private void setUpOutdatedWorkers() {
        mayBeOutdated = false;
        book.list().stream()
                .filter(node -> !node.isHead() && node.state() == NodeState.RUNNING)
                .filter(node -> config.nodeTypes().containsKey(node.type()))
                .filter(node -> !SetupPlans.forNode(setupRequest(node)).upToDate())
                .forEach(node -> setUp(new Action.SetUp(node.id(), "its configuration has changed")));
    }

    public void goal(Goal changed) {
        this.goal = changed;
    }

    public void scope(Scope changed) {
        if (scope != changed) {
            // Until now others worked on what this one takes over.
            this.look = Look.ANEW;
            this.scope = changed;
        }
    }

    /** How set-ups begun from now on treat a Ray that runs. */
    public void restart(RestartMode mode) {
        this.restart = mode;
    }

    public boolean resume(String nodeType) {
        boolean wasPaused = memory.resume(nodeType);
        if (wasPaused) {
            events.ofType(Type.TYPE_RESUMED, nodeType, nodeType + " is tried again: asked for", Map.of());
        }
        return wasPaused;
    }

    /** Tells a controller that does not ask Ray itself whether Ray runs on the head. */
    public void headRuns(boolean runs) {
        this.headRuns = runs;
    }

    /** Runs the head's set-up even though nothing is wrong with it; the plan decides which steps are needed. */
    public void setUpHeadAgain(String reason) {
        book.list().stream()
                .filter(Node::isHead)
                .findFirst()
                .ifPresent(node -> setUp(new Action.SetUp(node.id(), reason)));
    }

    /** Why the head's last set-up failed, when it did. */
    public Optional<StatusReport.FailureLine> headFailure() {
        return book.list().stream()
                .filter(node -> node.isHead() && !work.settingUp.containsKey(node.id()))
                .flatMap(node -> memory.lastFailure(node.id()).stream())
                .findFirst();
    }

    /** Why there will be no head until somebody changes something. */
    public Optional<Problem> headRefused() {
        return Optional.ofNullable(work.headRefused);
    }

    /** Whether every machine asked for is there, or will not come. */
    public boolean hasLaunched() {
        return work.hasLaunched();
    }

    /** The set-up of the head goes on over a connection that works. */
    public boolean isHeadReached() {
        return book.list().stream()
                .filter(Node::isHead)
                .flatMap(node -> Optional.ofNullable(work.settingUp.get(node.id())).stream())
                .anyMatch(step -> step.startsWith("[") && !step.startsWith("[1/"));
    }

    /** Returns when work in the background has got on, or the time is over. */
    public void awaitNews(Duration limit) throws InterruptedException {
        work.await(limit);
    }

    /** Nothing is being launched or set up. */
    public boolean isQuiet() {
        return work.isQuiet();
    }

    public Tick tick() throws InterruptedException {
        work.collect();
        book = book.without(work.abandoned);
        work.abandoned.clear();
        Instant now = ports.clock().instant();
        memory.lapsed(now)
                .forEach(type ->
                        events.ofType(Type.TYPE_RESUMED, type, type + " is tried again: its pause is over", Map.of()));

        Optional<List<Machine>> machines = listMachines();
        Optional<RayCluster> ray = head().flatMap(this::connect);
        Optional<RayCluster.State> state = ray.flatMap(this::ask);
        sight(machines, state, now);
        if (mayBeOutdated && scope == Scope.ALL && state.isPresent()) {
            setUpOutdatedWorkers();
        }

        Plan plan = ports.planner().plan(snapshot(state, now));
        if (providerAnswered) {
            // Acting on a stale list could launch twice; a provider that does not answer could not act anyway.
            act(plan, ray);
        }
        if (scope != Scope.WORKERS) {
            retryTerminations(now);
            machines.ifPresent(this::endDuplicates);
        }
        StatusReport report = reporter.report(config, book, state, plan, head(), now);
        ray.filter(r -> scope == Scope.ALL && state.isPresent()).ifPresent(r -> tellRay(r, state.get(), plan, now));
        return new Tick(plan, report, book.list(), state.isPresent());
    }

    private Optional<List<Machine>> listMachines() throws InterruptedException {
        try {
            List<Machine> machines = ports.provider().list(look);
            look = Look.USUAL;
            providerAnswered = true;
            return Optional.of(machines);
        } catch (ProviderException e) {
            if (providerAnswered) {
                events.say(
                        Type.PROBLEM,
                        e.problem().what(),
                        Map.of("code", e.problem().code()));
            }
            providerAnswered = false;
            return Optional.empty();
        }
    }

    private Optional<Machine> head() {
        return book.list().stream()
                .filter(Node::isHead)
                .flatMap(node -> node.machine().stream())
                .findFirst();
    }

    private Optional<RayCluster> connect(Machine head) {
        if (scope == Scope.HEAD) {
            // Ray may not be reachable from where the user is; the daemon beside it will say how it is.
            return Optional.empty();
        }
        try {
            return Optional.of(ports.ray().connect(head));
        } catch (RayException e) {
            return Optional.empty();
        }
    }

    private Optional<RayCluster.State> ask(RayCluster ray) {
        Optional<RayCluster.State> answer;
        try {
            answer = Optional.of(ray.state());
        } catch (RayException e) {
            if (rayWasReachable) {
                events.say(
                        Type.RAY_UNREACHABLE,
                        e.problem().what(),
                        Map.of("code", e.problem().code()));
            }
            answer = Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answer = Optional.empty();
        }
        if (answer.isPresent() && !rayWasReachable) {
            events.say(Type.RAY_REACHABLE, "Ray answers");
        }
        rayWasReachable = answer.isPresent();
        return answer;
    }

    /** Asks Ray only, between rounds. */
    public boolean rayAnswers() throws InterruptedException {
        try {
            Optional<RayCluster> ray = head().flatMap(this::connect);
            if (ray.isPresent()) {
                ray.get().state();
            }
            return ray.isPresent();
        } catch (RayException e) {
            return false;
        }
    }

    private void sight(Optional<List<Machine>> machines, Optional<RayCluster.State> state, Instant now) {
        NodeBook.Turn turn = book.next(new Sighting(
                machines,
                state.map(RayCluster.State::nodes),
                work.launching,
                work.settingUp,
                work.draining,
                work.terminating,
                now));
        book = turn.book().with(withFailures(turn.book()));
        chronicle.tell(turn.transitions(), state, config, head());
        work.forget(turn.transitions().stream()
                .map(NodeBook.Transition::after)
                .filter(node -> node.state() == NodeState.GONE)
                .map(Node::id)
                .toList());
    }

    /** Failure counts live in the memory, which outlasts the process; the planner reads them from the nodes. */
    private List<Node> withFailures(NodeBook current) {
        return current.list().stream()
                .filter(node -> node.failures() != memory.failures(node.id()))
                .map(node -> new Node(
                        node.id(),
                        node.role(),
                        node.type(),
                        node.state(),
                        node.since(),
                        node.machine(),
                        node.ray(),
                        node.launchHash(),
                        memory.failures(node.id()),
                        memory.lastFailure(node.id())
                                .map(StatusReport.FailureLine::what)
                                .orElse(node.detail())))
                .toList();
    }

    private Snapshot snapshot(Optional<RayCluster.State> state, Instant now) {
        var offers = new HashMap<String, List<Offer>>();
        config.nodeTypes()
                .keySet()
                .forEach(type -> offers.put(type, ports.provider().features().offers(type)));
        boolean decidesDemand = scope == Scope.ALL && state.isPresent();
        return new Snapshot(
                learned.applied(config, book.list()),
                goal,
                book.list(),
                decidesDemand ? state.get().demand() : Demand.NONE,
                decidesDemand,
                offers,
                ports.provider().features().room(),
                memory.cooldowns(),
                PlannerSettings.of(config.provider()),
                now);
    }

    private void act(Plan plan, Optional<RayCluster> ray) throws InterruptedException {
        List<Action.Terminate> terminations = scope == Scope.WORKERS
                ? List.of()
                : plan.actions().stream()
                        .filter(Action.Terminate.class::isInstance)
                        .map(Action.Terminate.class::cast)
                        .toList();
        Set<String> paused = chronicle.pauseFailing(terminations, book);
        for (Action action : plan.actions()) {
            if (scope == Scope.WORKERS && !(action instanceof Action.SetUp)) {
                continue;
            }
            switch (action) {
                case Action.Launch launch -> {
                    if (paused.contains(launch.nodeType())
                            && ports.provider().features().traits().costsMoney()) {
                        // It would most likely fail the same way. A spare host of one's own costs nothing to try.
                        continue;
                    }
                    book = book.with(actions.launch(launch, config));
                    head().ifPresent(machine -> chronicle.announceLaunch(machine, launch));
                }
                case Action.SetUp setUp -> setUp(setUp);
                case Action.Drain drain -> {
                    Node node = book.find(drain.node()).orElseThrow();
                    if (ray.isPresent() && node.ray().isPresent() && !work.draining.contains(node.id())) {
                        actions.drain(drain, node, ray.get());
                    }
                }
                case Action.Terminate terminate -> {}
            }
        }
        head().ifPresent(machine -> chronicle.announceRemovals(machine, terminations, book));
        actions.terminate(terminations, book);
    }

    private void setUp(Action.SetUp action) {
        Node node = book.find(action.node()).orElseThrow();
        // A user who waits is told of the first failure; the daemon tries again by itself.
        boolean leftToOthers = switch (scope) {
            case ALL -> false;
            case HEAD -> !node.isHead() || memory.failures(node.id()) > 0;
            case WORKERS -> node.isHead();
        };
        if (node.machine().isEmpty() || leftToOthers) {
            return;
        }
        actions.setUp(action, node, setupRequest(node));
    }

    private SetupRequest setupRequest(Node node) {
        return new SetupRequest(
                config,
                node.id(),
                node.role(),
                node.type(),
                node.machine().map(Machine::tags).orElse(Map.of()),
                node.isHead() ? Optional.empty() : head().flatMap(Machine::internalAddress),
                node.ray().map(RayNode::isAlive).orElse(node.isHead() && headRuns),
                restart);
    }

    /** A request to end a machine may get lost on the way. */
    private void retryTerminations(Instant now) {
        var machines = new HashSet<MachineId>();
        var nodes = new ArrayList<NodeId>();
        for (Node node : book.list()) {
            Instant asked = askedAgain.getOrDefault(node.id(), node.since());
            boolean stuck = node.state() == NodeState.TERMINATING
                    && node.machine().filter(Machine::isLive).isPresent()
                    && Duration.between(asked, now).compareTo(ASK_AGAIN) > 0;
            if (stuck) {
                machines.add(node.machine().orElseThrow().id());
                nodes.add(node.id());
                askedAgain.put(node.id(), now);
            }
        }
        askedAgain.keySet().removeIf(id -> book.find(id).isEmpty());
        actions.terminateMachines(machines, nodes);
    }

    private void endDuplicates(List<Machine> machines) {
        var extra = new HashSet<MachineId>();
        for (Machine machine : NodeBook.duplicates(machines)) {
            extra.add(machine.id());
            events.say(
                    Type.NODE_TERMINATING,
                    machine.nodeId(),
                    machine.type(),
                    "machine " + machine.id() + " is a second one for the same node",
                    Map.of("cause", Action.EndCause.DUPLICATE.name()));
        }
        actions.terminateMachines(extra, List.of());
    }

    private void tellRay(RayCluster ray, RayCluster.State state, Plan plan, Instant now) {
        try {
            ray.report(reporter.autoscalerReport(book, state, plan, now));
        } catch (RayException e) {
            // The next round reports again; whether Ray answers is already told.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
