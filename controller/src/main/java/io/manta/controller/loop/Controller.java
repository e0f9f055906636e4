package io.manta.controller.loop;

import io.manta.controller.status.StatusReport;
import io.manta.core.book.NodeBook;
import io.manta.core.book.Sighting;
import io.manta.core.event.ClusterEvent.Type;
import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.core.plan.Action;
import io.manta.core.plan.DemandHistory;
import io.manta.core.plan.Goal;
import io.manta.core.plan.Heads;
import io.manta.core.plan.Plan;
import io.manta.core.plan.PlannerSettings;
import io.manta.core.plan.Snapshot;
import io.manta.core.plan.Underway;
import io.manta.core.setup.RestartMode;
import io.manta.core.setup.SetupPlans;
import io.manta.core.setup.SetupProgress;
import io.manta.core.setup.SetupRequest;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.ray.AutoscalerReport;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * The loop. Each {@link #tick} looks at machines and Ray, lets the planner decide, and begins what it decided. One thread
 * owns all state; a crash between any two lines is repaired by the next tick of a new process, from the machines' tags.
 */
public final class Controller {
    private final Ports ports;
    private final WorkBook work = new WorkBook();
    private final Memory memory;
    private final Events events;
    private final ActionRunner actions;
    private final Reporter reporter;
    private final Chronicle chronicle;
    private final LearnedResources learned = new LearnedResources();

    private final Map<NodeId, String> setUpDue = new HashMap<>();
    /** Known from an earlier process, and not listed since. */
    private final Set<NodeId> recalled = new HashSet<>();

    private final AtomicBoolean reporting = new AtomicBoolean();
    private final boolean onHead;
    private ClusterConfig config;
    private Goal goal;
    private RestartMode restart = RestartMode.WHEN_CHANGED;
    private NodeBook book = NodeBook.EMPTY;
    private DemandHistory history = DemandHistory.NONE;
    private Look look = Look.USUAL;
    private boolean headRuns;
    private boolean mayBeOutdated = true;
    private boolean rayWasReachable;
    private boolean providerAnswered = true;
    private boolean everListed;
    private String setUpHeadBecause = "";

    public Controller(ClusterConfig config, Goal goal, Ports ports, Memory memory) {
        this(config, goal, ports, memory, false);
    }

    /** @param onHead it runs on the head, so there is one, whatever a list says */
    public Controller(ClusterConfig config, Goal goal, Ports ports, Memory memory, boolean onHead) {
        this.config = config;
        this.goal = goal;
        this.onHead = onHead;
        this.ports = ports;
        this.memory = memory;
        this.events = new Events(ports.events(), ports.clock());
        this.actions = new ActionRunner(ports, work, memory, events);
        this.reporter = new Reporter(ports, memory, work);
        this.chronicle = new Chronicle(ports, events, memory);
    }

    /**
     * What a round came to.
     *
     * @param listed the provider has answered in this round; otherwise the nodes are as they were
     */
    public record Tick(Plan plan, StatusReport report, List<Node> nodes, boolean rayReachable, boolean listed) {
        public Optional<Node> head() {
            return Heads.best(nodes)
                    .or(() -> nodes.stream().filter(Node::isHead).findFirst());
        }
    }

    /** Workers whose set-up or start the change concerns are set up again; limits and the like touch nobody. */
    public void config(ClusterConfig changed) {
        this.config = changed;
        this.mayBeOutdated = true;
    }

    private void findOutdatedWorkers() {
        mayBeOutdated = false;
        book.list().stream()
                .filter(node -> !node.isHead() && node.state() == NodeState.RUNNING)
                .filter(node -> config.nodeTypes().containsKey(node.type()))
                .filter(node -> !SetupPlans.forNode(setupRequest(node)).upToDate())
                .forEach(node -> setUpDue.put(node.id(), "its configuration has changed"));
    }

    public void goal(Goal changed) {
        if (goal != changed) {
            // Until now others worked on what this one takes over.
            this.look = Look.ANEW;
            this.goal = changed;
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

    /** Somebody has looked into what failed: nothing is skipped or paused because of it any more. */
    public void startAfresh() {
        memory.startAfresh()
                .forEach(type ->
                        events.ofType(Type.TYPE_RESUMED, type, type + " is tried again: asked for by up", Map.of()));
    }

    /** Tells a controller that does not ask Ray itself whether Ray runs on the head. */
    public void headRuns(boolean runs) {
        this.headRuns = runs;
    }

    /** Runs the head's set-up even though nothing is wrong with it; the plan decides which steps are needed. */
    public void setUpHeadAgain(String reason) {
        setUpHeadBecause = reason;
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
                .anyMatch(SetupProgress::isReached);
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
        // A late answer says nothing of a node whose machine has been seen meanwhile.
        work.abandoned.removeIf(id -> book.find(id).flatMap(Node::machine).isPresent());
        book = book.without(work.abandoned);
        memory.requests().over(work.abandoned);
        work.abandoned.clear();
        Instant now = ports.clock().instant();
        memory.lapsed(now)
                .forEach(type ->
                        events.ofType(Type.TYPE_RESUMED, type, type + " is tried again: its pause is over", Map.of()));

        Optional<List<Machine>> machines = listMachines();
        machines.ifPresent(list -> recall(list, now));
        Optional<RayCluster> ray = head().flatMap(this::connect);
        Optional<RayCluster.State> state = ray.flatMap(this::ask);
        sight(machines, state, now);
        if (mayBeOutdated && goal == Goal.RUN && state.isPresent()) {
            findOutdatedWorkers();
        }

        Plan plan = ports.planner().plan(snapshot(machines.orElse(List.of()), state, now));
        if (providerAnswered) {
            // Acting on a stale list could launch twice; a provider that does not answer could not act anyway.
            act(plan, ray);
        }
        chronicle.tell(plan, book);
        memory.remember(book.list());
        StatusReport report = reporter.report(config, book, state, plan, head(), now);
        ray.filter(r -> goal == Goal.RUN && state.isPresent()).ifPresent(r -> tellRay(r, state.get(), plan, now));
        return new Tick(plan, report, book.list(), state.isPresent(), machines.isPresent());
    }

    /** Nodes there were before this process: a first list that lacks them may be as late as any other. */
    private void recall(List<Machine> list, Instant now) {
        Set<NodeId> listed = list.stream().map(Machine::nodeId).collect(Collectors.toSet());
        memory.requests().listed(listed, now);
        if (!everListed) {
            var before = new ArrayList<>(memory.requests().nodes(now));
            if (!isExact()) {
                memory.known()
                        .forEach((id, known) -> before.add(
                                NodeBook.requested(id, known.role(), known.type(), known.launchHash(), now)));
            }
            before.removeIf(
                    node -> listed.contains(node.id()) || book.find(node.id()).isPresent());
            book = book.with(before);
            before.forEach(node -> recalled.add(node.id()));
        }
        recalled.removeAll(listed);
        everListed = true;
    }

    /** One's own hosts are listed from what is noted here; what a cloud lists may be a minute old. */
    private boolean isExact() {
        return ports.provider().features().traits().hostsRemain();
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
        return Heads.best(book.list()).flatMap(Node::machine);
    }

    private Optional<RayCluster> connect(Machine head) {
        if (!goal.asksRay()) {
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
        var asked = new HashSet<>(work.launching);
        asked.addAll(work.justAsked);
        work.justAsked.clear();
        NodeBook.Turn turn = book.next(new Sighting(
                machines,
                state.map(RayCluster.State::nodes),
                asked,
                work.settingUp,
                work.draining,
                work.terminating,
                isExact(),
                isExact() || goal.isDown(),
                now));
        book = turn.book().with(withFailures(turn.book()));
        chronicle.tell(turn.transitions(), state, config, head());
        chronicle.noteSteady(book);
        List<NodeId> gone = turn.transitions().stream()
                .map(NodeBook.Transition::after)
                .filter(node -> node.state() == NodeState.GONE)
                .map(Node::id)
                .toList();
        work.forget(gone);
        memory.requests().over(gone);
        setUpDue.keySet().removeIf(id -> book.find(id).isEmpty());
        if (!setUpHeadBecause.isEmpty()) {
            Heads.best(book.list()).ifPresent(node -> {
                setUpDue.put(node.id(), setUpHeadBecause);
                setUpHeadBecause = "";
            });
        }
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

    private Snapshot snapshot(List<Machine> machines, Optional<RayCluster.State> state, Instant now) {
        var offers = new HashMap<String, List<Offer>>();
        config.nodeTypes()
                .keySet()
                .forEach(type -> offers.put(type, ports.provider().features().offers(type)));
        boolean decidesDemand = goal == Goal.RUN && state.isPresent();
        history = decidesDemand ? history.with(state.get().demand(), now) : history;
        return new Snapshot(
                learned.applied(config, book.list()),
                goal,
                book.list(),
                decidesDemand ? state.get().demand() : Demand.NONE,
                history,
                decidesDemand,
                offers,
                ports.provider().features().room(),
                memory.cooldowns(),
                underway(machines),
                PlannerSettings.of(config.provider()),
                now);
    }

    private Underway underway(List<Machine> machines) {
        return new Underway(
                onHead,
                isDoubtful(machines),
                ports.provider().features().traits().costsMoney(),
                memory.requests().unanswered(work.launching),
                work.endings,
                setUpDue,
                memory.hopeless(),
                NodeBook.duplicates(machines));
    }

    /** A head that is known to be there and not listed: whatever else the list lacks may be there as well. */
    private boolean isDoubtful(List<Machine> machines) {
        boolean known = onHead || book.list().stream().anyMatch(node -> node.isHead() && recalled.contains(node.id()));
        return known && machines.stream().noneMatch(machine -> machine.role() == NodeRole.HEAD);
    }

    private void act(Plan plan, Optional<RayCluster> ray) {
        var ends = new ArrayList<Action>();
        for (Action action : plan.actions()) {
            switch (action) {
                case Action.Launch launch -> {
                    List<Node> nodes = actions.launch(launch, config, marks());
                    book = book.with(nodes);
                    if (!nodes.isEmpty()) {
                        head().ifPresent(machine -> chronicle.announceLaunch(machine, launch));
                    }
                }
                case Action.AskAgain again -> actions.askAgain(again, config, marks());
                case Action.SetUp setUp -> setUp(setUp);
                case Action.Drain drain -> {
                    Node node = book.find(drain.node()).orElseThrow();
                    if (ray.isPresent() && node.ray().isPresent()) {
                        actions.drain(drain, node, ray.get());
                    }
                }
                case Action.Terminate terminate -> ends.add(terminate);
                case Action.EndMachine end -> ends.add(end);
                case Action.Pause pause -> chronicle.pause(pause);
            }
        }
        head().ifPresent(machine -> chronicle.announceRemovals(machine, ends, book));
        actions.terminate(ends, book);
    }

    /** A daemon on a head has them from the machine it runs on. */
    private Map<String, String> marks() {
        return ports.marks().isEmpty() ? head().map(BirthTags::marks).orElse(Map.of()) : ports.marks();
    }

    private void setUp(Action.SetUp action) {
        Node node = book.find(action.node()).orElseThrow();
        if (node.machine().isPresent()) {
            setUpDue.remove(node.id());
            actions.setUp(action, node, setupRequest(node));
        }
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

    /** Beside the loop, and only one report at a time: a Ray that answers slowly does not hold up the next round. */
    private void tellRay(RayCluster ray, RayCluster.State state, Plan plan, Instant now) {
        if (!reporting.compareAndSet(false, true)) {
            return;
        }
        AutoscalerReport report = reporter.autoscalerReport(book, state, plan, now);
        ports.work().execute(() -> {
            try {
                ray.report(report);
            } catch (RayException e) {
                // The next round reports again; whether Ray answers is already told.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                reporting.set(false);
            }
        });
    }
}
