package io.manta.controller.loop;

import io.manta.controller.setup.SetupOutcome;
import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.core.plan.DefaultPlanner;
import io.manta.core.plan.Goal;
import io.manta.core.setup.SetupRequest;
import io.manta.provider.simulated.SimulatedCloud;
import io.manta.provider.simulated.SimulatedFaults;
import io.manta.provider.simulated.SimulatedNodeProvider;
import io.manta.provider.simulated.SimulatedRay;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Resources;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.ray.RayCluster;
import io.manta.spi.ray.RayException;
import io.manta.testkit.Configs;
import io.manta.testkit.FakeClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * One life of a cluster in a bad world: demand comes and goes, calls fail, machines vanish or appear twice, Ray falls silent,
 * the clock jumps, the process dies between any two steps. Then the world gets better, the cluster is taken down, and nothing
 * may be left.
 */
final class FaultRun {
    /** Which changes of state some run has seen. */
    static final Map<NodeState, Set<NodeState>> VISITED = new HashMap<>();

    private final RandomGenerator random;
    private final FakeClock clock = new FakeClock();
    private final SimulatedCloud cloud;
    private final SimulatedNodeProvider outside;
    private final CrashingProvider provider;
    private final SimulatedRay ray = new SimulatedRay(clock);
    private final Deque<Runnable> work = new ArrayDeque<>();
    private final Map<NodeId, NodeState> last = new HashMap<>();
    private final ClusterConfig config;
    private Optional<Controller.Tick> lastTick = Optional.empty();
    private int suffix;
    private boolean bad = true;
    private Controller controller;
    private Goal goal = Goal.RUN;

    FaultRun(RandomGenerator random) {
        this.random = random;
        cloud = new SimulatedCloud(clock, random.nextLong())
                .times(Duration.ofSeconds(random.nextInt(20)), Duration.ofSeconds(random.nextInt(15)));
        config = config();
        outside = new SimulatedNodeProvider(config, cloud);
        provider = new CrashingProvider(outside, random);
        controller = newController();
    }

    private ClusterConfig config() {
        ClusterConfig small = Configs.small("sim", "simulated", Map.of());
        var types = new LinkedHashMap<String, NodeType>();
        types.put(Configs.HEAD, small.head());
        types.put(
                "a",
                NodeType.of("a", Resources.of("CPU", 2), random.nextInt(3), 4)
                        .withPrice(1)
                        .withNodeConfig(Map.of("zones", List.of("z1", "z2"), "spot", random.nextBoolean())));
        types.put("b", NodeType.of("b", Resources.of("CPU", 4), 0, 3).withPrice(1.5));
        return small.withNodeTypes(types);
    }

    private Controller newController() {
        work.clear();
        var ports = new Ports(
                provider,
                this::setUp,
                link(),
                new DefaultPlanner(),
                event -> {},
                clock,
                work::add,
                length -> "n" + suffix++);
        return new Controller(config, goal, Scope.ALL, ports, new Memory());
    }

    private RayLink link() {
        return new RayLink() {
            @Override
            public Address address(Machine head) {
                return new Address("", "");
            }

            @Override
            public RayCluster connect(Machine head) {
                return ray;
            }

            @Override
            public void announce(Machine head, String message) {
                // No driver listens.
            }
        };
    }

    private SetupOutcome setUp(SetupRequest request, Machine machine, Consumer<String> position)
            throws InterruptedException {
        boolean fails = bad && random.nextInt(5) == 0;
        try {
            provider.tag(Map.of(machine.id(), Map.of(Tags.STATUS, NodeStatus.SETTING_UP.tag())));
            provider.mayCrash();
            provider.tag(Map.of(
                    machine.id(),
                    Map.of(Tags.STATUS, (fails ? NodeStatus.UPDATE_FAILED : NodeStatus.UP_TO_DATE).tag())));
        } catch (ProviderException e) {
            return failed(e.problem());
        }
        if (fails) {
            return failed(Problem.error("TEST", "set-up fails", "", ""));
        }
        boolean exists = cloud.everything().stream().anyMatch(m -> m.id().equals(machine.id()) && m.isLive());
        if (exists && !(bad && random.nextInt(12) == 0)) {
            NodeType type = config.nodeType(request.type());
            ray.join(machine.nodeId().value(), type.name(), type.resources(), type.labels());
        }
        return new SetupOutcome.Done(Duration.ofSeconds(1), true);
    }

    private static SetupOutcome failed(Problem problem) {
        return new SetupOutcome.Failed("step", "", 1, List.of(), Optional.empty(), problem, false);
    }

    void live(int rounds) throws InterruptedException {
        for (int round = 0; round < rounds; round++) {
            misbehave();
            round();
        }
        getBetter();
    }

    private void misbehave() throws InterruptedException {
        double badness = random.nextInt(3) == 0 ? 0 : 0.15 * random.nextDouble();
        cloud.faults(badness == 0 ? SimulatedFaults.NONE : SimulatedFaults.all(badness));
        provider.probability = random.nextInt(4) == 0 ? 0.05 : 0;
        if (random.nextInt(10) == 0) {
            List<Offer> offers = outside.features().offers("a");
            cloud.capacity(offers.get(random.nextInt(offers.size())), random.nextInt(4));
        }
        ray.reachable(random.nextInt(15) != 0);
        if (random.nextInt(4) == 0) {
            ray.submit(
                    Resources.of("CPU", 1 + random.nextInt(3)),
                    random.nextInt(8),
                    Duration.ofSeconds(random.nextInt(120)));
        }
        List<Machine> all = cloud.everything();
        if (!all.isEmpty()) {
            Machine victim = all.get(random.nextInt(all.size()));
            befall(victim, all);
        }
    }

    private void befall(Machine victim, List<Machine> all) throws InterruptedException {
        String id = victim.nodeId().value();
        switch (random.nextInt(40)) {
            case 0 -> cloud.lose(victim.id());
            case 1 -> cloud.preempt(victim.id(), Duration.ofSeconds(random.nextInt(120)));
            case 2 -> cloud.duplicate(victim.id());
            case 3, 4 -> {
                if (victim.role() == NodeRole.WORKER) {
                    ray.leave(id);
                }
            }
            case 5 -> clock.advance(Duration.ofMinutes(random.nextInt(40)));
            case 6 ->
                all.stream()
                        .filter(m -> m.role() == NodeRole.WORKER)
                        .forEach(m -> cloud.preempt(m.id(), Duration.ofSeconds(30)));
            case 7 -> ray.restart();
            case 8 -> ray.drain("ray-" + id, RayCluster.DrainReason.PREEMPTION, "by hand", Optional.empty());
            case 9 -> meddle(() -> outside.terminate(Set.of(victim.id())));
            case 10 -> meddle(() -> outside.tag(status(victim, NodeStatus.UP_TO_DATE)));
            case 11 -> meddle(() -> outside.tag(status(victim, NodeStatus.UPDATE_FAILED)));
            case 12 -> controller.setUpHeadAgain("asked for");
            default -> {}
        }
    }

    private static Map<MachineId, Map<String, String>> status(Machine machine, NodeStatus status) {
        return Map.of(machine.id(), Map.of(Tags.STATUS, status.tag()));
    }

    /** Somebody else works on the same machines. */
    private interface Meddling {
        void run() throws ProviderException, InterruptedException;
    }

    private static void meddle(Meddling meddling) throws InterruptedException {
        try {
            meddling.run();
        } catch (ProviderException e) {
            // They have the same bad luck as everybody.
        }
    }

    private void round() throws InterruptedException {
        clock.advance(Duration.ofSeconds(1 + random.nextInt(15)));
        syncRay();
        try {
            note(controller.tick());
            int steps = random.nextInt(4) == 0 ? random.nextInt(work.size() + 1) : work.size();
            for (int i = 0; i < steps; i++) {
                work.remove().run();
            }
        } catch (Crash crash) {
            last.clear();
            controller = newController();
        }
    }

    /** Ray notices sooner or later that machines are gone. */
    private void syncRay() {
        Set<String> live = new HashSet<>();
        cloud.everything().stream()
                .filter(m -> m.state() == MachineState.RUNNING)
                .forEach(m -> live.add(m.nodeId().value()));
        try {
            for (var node : ray.state().nodes()) {
                if (!live.contains(node.instanceId())) {
                    ray.leave(node.instanceId());
                }
            }
        } catch (RayException e) {
            // It notices when it answers again.
        }
        ray.advance();
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
                VISITED.computeIfAbsent(before, s -> new HashSet<>()).add(node.state());
            }
        }
        last.forEach((id, state) -> {
            if (!seen.contains(id)) {
                VISITED.computeIfAbsent(state, s -> new HashSet<>()).add(NodeState.GONE);
            }
        });
        last.keySet().retainAll(seen);
        lastTick = Optional.of(tick);
    }

    /** A list that lags lets a new process launch too many; when the world is good again, limits hold. */
    private void checkLimits(Controller.Tick tick) {
        for (NodeType type : config.nodeTypes().values()) {
            long alive = tick.nodes().stream()
                    .filter(n -> !n.isHead()
                            && n.type().equals(type.name())
                            && n.state().isAlive())
                    .count();
            if (!type.name().equals(Configs.HEAD) && alive > type.maxWorkers()) {
                throw new AssertionError(alive + " nodes of " + type.name() + ", max " + type.maxWorkers());
            }
        }
    }

    private void getBetter() throws InterruptedException {
        bad = false;
        cloud.faults(SimulatedFaults.NONE);
        provider.probability = 0;
        ray.reachable(true);
        for (int i = 0; i < 60; i++) {
            round();
        }
        checkLimits(lastTick.orElseThrow());
        goal = Goal.DOWN;
        controller.goal(goal);
        for (int i = 0; i < 60 && !cloud.everything().isEmpty(); i++) {
            round();
        }
        if (!cloud.everything().isEmpty()) {
            throw new AssertionError("left behind: " + cloud.everything());
        }
    }
}
