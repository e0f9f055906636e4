package io.manta.controller.loop;

import io.manta.controller.setup.SetupOutcome;
import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.core.plan.Action;
import io.manta.core.plan.DefaultPlanner;
import io.manta.core.plan.Goal;
import io.manta.core.plan.Plan;
import io.manta.core.plan.Planner;
import io.manta.core.plan.Snapshot;
import io.manta.core.setup.SetupProgress;
import io.manta.core.setup.SetupRequest;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.ray.RayCluster;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One life of a cluster in a {@link FaultWorld}. A user runs {@code up} on a laptop whenever there is no head; a daemon on the
 * head does the rest; each may die between any two steps. After every round the laws are held against what really exists: one
 * head, and never more workers than the limit and what one round may replace. In the end the cluster is taken down, and nothing
 * may be left.
 */
final class FaultRun {
    private static final int REPLACEABLE = 2;
    private static final Duration LEASE = Duration.ofMinutes(1);

    private final RandomGenerator random;
    private final FaultTally tally;
    private final FaultWorld world;
    private int suffix;
    private boolean bad = true;
    private @Nullable Mortal up;
    private @Nullable Mortal daemon;
    private @Nullable MachineId daemonsHead;
    private Instant lease = Instant.MIN;

    FaultRun(RandomGenerator random, FaultTally tally) {
        this.random = random;
        this.tally = tally;
        this.world = new FaultWorld(random, tally);
        tally.runs++;
    }

    void live(int rounds) throws InterruptedException {
        for (int i = 0; i < rounds; i++) {
            world.misbehave();
            round();
        }
        world.getBetter();
        bad = false;
        if (random.nextInt(4) != 0) {
            for (int i = 0; i < 60; i++) {
                round();
            }
            checkRecovered();
        }
        goDown();
    }

    /** A controller, what it has begun, and the states it has seen. */
    private final class Mortal {
        final Deque<Runnable> work = new ArrayDeque<>();
        final Map<NodeId, NodeState> last = new HashMap<>();
        final Controller controller;
        final Memory memory;

        Mortal(Goal goal, Memory memory, boolean onHead) {
            this.memory = memory;
            Planner planner = snapshot -> watched(snapshot, onHead);
            var ports = new Ports(
                    world.provider,
                    FaultRun.this::setUp,
                    link(),
                    planner,
                    event -> trace(goal + ": " + event.type() + " " + event.node() + " " + event.message()),
                    world.clock(),
                    work::add,
                    length -> "n" + suffix++);
            controller = new Controller(world.config, goal, ports, memory, onHead);
        }

        Controller.Tick tick() throws InterruptedException {
            Controller.Tick tick = controller.tick();
            note(tick);
            int steps = random.nextInt(4) == 0 ? random.nextInt(work.size() + 1) : work.size();
            for (int i = 0; i < steps; i++) {
                work.remove().run();
            }
            return tick;
        }

        private void note(Controller.Tick tick) {
            var seen = new ArrayList<NodeId>();
            for (Node node : tick.nodes()) {
                NodeState before = last.put(node.id(), node.state());
                seen.add(node.id());
                if (before != null && before != node.state()) {
                    if (!before.next().contains(node.state())) {
                        throw new AssertionError(node.id() + " went from " + before + " to " + node.state());
                    }
                    tally.visit(before, node.state());
                }
            }
            last.forEach((id, state) -> {
                if (!seen.contains(id)) {
                    tally.visit(state, NodeState.GONE);
                }
            });
            last.keySet().retainAll(seen);
        }
    }

    /** With -Dseed=N -Dfault.trace=true: the story of one run. */
    private void trace(String what) {
        if (Boolean.getBoolean("fault.trace")) {
            System.out.println(world.time.instant() + " " + what);
        }
    }

    private static Plan watched(Snapshot snapshot, boolean onHead) {
        Plan plan = new DefaultPlanner().plan(snapshot);
        for (Action action : plan.actions()) {
            if (onHead && action instanceof Action.Launch launch && launch.role() == NodeRole.HEAD) {
                throw new AssertionError("a daemon on the head launches a head");
            }
        }
        return plan;
    }

    private RayLink link() {
        return new RayLink() {
            @Override
            public Address address(Machine head) {
                return new Address("", "");
            }

            @Override
            public RayCluster connect(Machine head) {
                return world.ray;
            }

            @Override
            public void announce(Machine head, String message) {
                // No driver listens.
            }
        };
    }

    private SetupOutcome setUp(SetupRequest request, Machine machine, Consumer<SetupProgress> position)
            throws InterruptedException {
        boolean fails = bad && random.nextInt(5) == 0;
        try {
            world.provider.tag(Map.of(machine.id(), Map.of(Tags.STATUS, NodeStatus.SETTING_UP.tag())));
            world.provider.mayCrash();
            world.provider.tag(Map.of(
                    machine.id(),
                    Map.of(Tags.STATUS, (fails ? NodeStatus.UPDATE_FAILED : NodeStatus.UP_TO_DATE).tag())));
        } catch (ProviderException e) {
            return failed(e.problem(), false);
        }
        if (fails) {
            return failed(Problem.error("TEST", "set-up fails", "", ""), random.nextInt(3) == 0);
        }
        boolean exists = world.cloud.everything().stream().anyMatch(m -> m.id().equals(machine.id()) && m.isLive());
        if (exists && !(bad && random.nextInt(12) == 0)) {
            NodeType type = world.config.nodeType(request.type());
            world.ray.join(machine.nodeId().value(), type.name(), type.resources(), type.labels());
        }
        return new SetupOutcome.Done(Duration.ofSeconds(1), true);
    }

    private static SetupOutcome failed(Problem problem, boolean certain) {
        return new SetupOutcome.Failed("step", "", 1, List.of(), Optional.empty(), problem, certain);
    }

    private void round() throws InterruptedException {
        tally.rounds++;
        trace("round " + world.describe() + " up " + (up != null) + " daemon " + (daemon != null));
        world.time.advance(Duration.ofSeconds(1 + random.nextInt(15)));
        world.advanceRay();
        followHead();
        startUpWhereNeeded();
        runUp();
        runDaemon();
        checkLaws();
    }

    private Optional<Machine> liveHead() {
        return world.cloud.everything().stream()
                .filter(m -> m.isLive() && m.role() == NodeRole.HEAD)
                .findFirst();
    }

    /** What ran on the head dies with it; so does the Ray that the workers know. */
    private void followHead() {
        boolean lives = world.cloud.everything().stream().anyMatch(m -> m.id().equals(daemonsHead) && m.isLive());
        if (daemonsHead != null && !lives) {
            daemonsHead = null;
            daemon = null;
            world.head.lose();
            world.cloud.everything().forEach(m -> world.ray.leave(m.nodeId().value()));
        }
    }

    private void startUpWhereNeeded() {
        Optional<Machine> head = liveHead();
        boolean ready = head.filter(m -> m.status() == NodeStatus.UP_TO_DATE).isPresent() && daemon != null;
        // A daemon gives a head up after a few tries; sooner or later somebody sees that.
        boolean failed = head.filter(m -> m.status() != NodeStatus.UP_TO_DATE).isPresent();
        boolean lookedAfter = daemon != null && !isEarly() && !(failed && random.nextInt(5) == 0);
        if (up == null && !ready && !lookedAfter && (!bad || random.nextBoolean())) {
            // One at a time: the daemon comes back when the head is ready.
            daemon = null;
            daemonsHead = null;
            up = new Mortal(
                    Goal.BRING_UP,
                    new Memory(Requests.in(
                            world.laptop.file("asked"), List.of(), world.clock().instant())),
                    false);
            if (head.isPresent()) {
                up.controller.setUpHeadAgain("asked for by up");
            }
        }
    }

    private boolean isEarly() {
        return world.time.instant().isBefore(lease.plus(LEASE));
    }

    private void runUp() throws InterruptedException {
        Mortal process = up;
        if (process == null) {
            return;
        }
        try {
            Controller.Tick tick = process.tick();
            boolean ready = tick.head()
                    .flatMap(Node::machine)
                    .filter(m -> m.status() == NodeStatus.UP_TO_DATE)
                    .isPresent();
            if (ready && process.controller.isQuiet() && liveHead().isPresent()) {
                up = null;
                lease = Instant.MIN;
                startDaemon();
            } else if (process.controller.headFailure().isPresent()) {
                up = null;
            } else if (daemon == null && liveHead().isPresent() && random.nextInt(3) == 0) {
                lease = world.time.instant();
                startDaemon();
            } else if (daemon != null) {
                lease = world.time.instant();
            }
        } catch (Crash crash) {
            tally.fault("up dies");
            up = null;
        }
    }

    private void startDaemon() {
        Optional<Machine> head = liveHead();
        if (daemon == null && head.isPresent()) {
            daemonsHead = head.get().id();
            world.head.copy("asked-by-up", world.laptop, "asked");
            daemon = newDaemon();
        }
    }

    private Mortal newDaemon() {
        var requests = Requests.in(
                world.head.file("asked"),
                List.of(world.head.file("asked-by-up")),
                world.clock().instant());
        Memory memory = new MemoryFile(world.head.file("memory")).load(requests);
        return new Mortal(isEarly() ? Goal.ASSIST : Goal.RUN, memory, true);
    }

    private void runDaemon() throws InterruptedException {
        Mortal process = daemon;
        if (process == null) {
            return;
        }
        try {
            process.controller.goal(isEarly() ? Goal.ASSIST : Goal.RUN);
            process.tick();
            new MemoryFile(world.head.file("memory")).save(process.memory);
        } catch (IOException e) {
            // A full disk; the next round tries again.
        } catch (Crash crash) {
            tally.fault("daemon dies");
            daemon = newDaemon();
        }
    }

    private void checkLaws() {
        List<Machine> all = world.cloud.everything();
        Set<NodeId> heads = ids(all.stream().filter(Machine::isLive).toList(), NodeRole.HEAD);
        if (heads.size() > 1) {
            tally.secondHeads++;
            throw new AssertionError("two heads: " + heads);
        }
        Set<NodeId> workers = ids(all, NodeRole.WORKER);
        if (workers.size() > FaultWorld.MAX_WORKERS + REPLACEABLE) {
            tally.roundsOverTheLimit++;
            throw new AssertionError(workers.size() + " workers live: " + workers);
        }
    }

    /** By node: a second machine for the same node is the cloud's doing. */
    private static Set<NodeId> ids(List<Machine> machines, NodeRole role) {
        return machines.stream()
                .filter(m -> m.role() == role)
                .map(Machine::nodeId)
                .collect(Collectors.toCollection(HashSet::new));
    }

    private void checkRecovered() {
        boolean ready =
                liveHead().filter(m -> m.status() == NodeStatus.UP_TO_DATE).isPresent();
        if (!ready || daemon == null || isEarly()) {
            throw new AssertionError("in a good world there is no head that is looked after: " + liveHead());
        }
        for (NodeType type : world.config.nodeTypes().values()) {
            long workers = ids(world.cloud.everything(), NodeRole.WORKER).stream()
                    .filter(id -> world.cloud.everything().stream()
                            .anyMatch(m -> m.nodeId().equals(id)
                                    && m.isLive()
                                    && m.type().equals(type.name())))
                    .count();
            if (workers > type.maxWorkers()) {
                throw new AssertionError(workers + " nodes of " + type.name() + ", max " + type.maxWorkers());
            }
        }
    }

    /** Believed when a list that did not fail shows nothing. */
    private void goDown() throws InterruptedException {
        up = null;
        daemon = null;
        daemonsHead = null;
        var down = new Mortal(
                Goal.DOWN,
                new Memory(Requests.recent(
                        world.laptop.file("asked"), world.clock().instant())),
                false);
        boolean reached = false;
        for (int i = 0; i < 80 && !reached; i++) {
            world.listSometimesFails();
            world.time.advance(Duration.ofSeconds(1 + random.nextInt(15)));
            Controller.Tick tick = down.tick();
            reached = tick.listed() && tick.nodes().isEmpty() && down.work.isEmpty();
        }
        List<Machine> left = world.cloud.everything();
        if (!reached || !left.isEmpty()) {
            tally.machinesLeft += left.size();
            throw new AssertionError("left behind: " + left);
        }
    }
}
