package io.manta.cli.simulate;

import io.manta.cli.simulate.LoadCurve.Burst;
import io.manta.cli.simulate.LoadCurve.Flow;
import io.manta.cli.simulate.LoadCurve.Load;
import io.manta.cli.simulate.SimulationResult.Sample;
import io.manta.controller.loop.Controller;
import io.manta.controller.loop.Memory;
import io.manta.controller.loop.Ports;
import io.manta.controller.loop.RayLink;
import io.manta.controller.setup.SetupOutcome;
import io.manta.controller.status.StatusReport;
import io.manta.core.event.ClusterEvent;
import io.manta.core.event.EventLog;
import io.manta.core.model.Node;
import io.manta.core.plan.DefaultPlanner;
import io.manta.core.plan.Goal;
import io.manta.core.setup.SetupProgress;
import io.manta.core.setup.SetupRequest;
import io.manta.provider.simulated.SimulatedCloud;
import io.manta.provider.simulated.SimulatedNodeProvider;
import io.manta.provider.simulated.SimulatedRay;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Resources;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.ray.RayCluster;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.ObjDoubleConsumer;

/** One run of one configuration. The same input gives the same result. */
final class Simulation {
    private static final Duration SAMPLED = Duration.ofMinutes(1);
    private static final int TOLD_PERCENT = 10;
    private static final Duration NOTICE = Duration.ofMinutes(2);

    private final String name;
    private final ClusterConfig config;
    private final LoadCurve curve;
    private final VirtualClock clock = new VirtualClock();
    private final SimulatedCloud cloud;
    private final SimulatedNodeProvider provider;
    private final SimulatedRay ray = new SimulatedRay(clock);
    private final SplittableRandom random;
    private final Deque<Runnable> work = new ArrayDeque<>();
    private final Map<Load, Double> owed = new HashMap<>();
    private final Map<String, Integer> launches = new TreeMap<>();
    private final List<Sample> samples = new ArrayList<>();
    private final EventLog events;
    private ObjDoubleConsumer<StatusReport> watcher = (report, cost) -> {};
    private int ids;

    /**
     * @param name of this run in reports
     * @param events told everything the controller says
     */
    Simulation(String name, ClusterConfig config, LoadCurve curve, EventLog events) {
        this.name = name;
        this.config = config;
        this.curve = curve;
        this.events = events;
        random = new SplittableRandom(curve.seed());
        cloud = new SimulatedCloud(clock, curve.seed()).times(curve.boot(), curve.stop());
        provider = new SimulatedNodeProvider(config, cloud);
        curve.capacity().forEach((type, count) -> {
            if (config.nodeTypes().containsKey(type)) {
                provider.features().offers(type).forEach(offer -> cloud.capacity(offer, count));
            }
        });
    }

    /** Who is shown the report of every round, and what was spent until then. */
    Simulation watchedBy(ObjDoubleConsumer<StatusReport> observer) {
        watcher = observer;
        return this;
    }

    /** @param progress told now and then how many percent of the time have passed */
    SimulationResult run(IntConsumer progress) throws InterruptedException {
        var ports = new Ports(
                provider, this::setUp, link(), new DefaultPlanner(), this::count, clock, work::add, n -> "n" + ids++);
        var controller = new Controller(config, Goal.RUN, ports, new Memory());
        int peak = 0;
        double nodeSeconds = 0;
        double cpuSeconds = 0;
        double busySeconds = 0;
        double tick = curve.tick().toMillis() / 1000.0;
        Duration nextSample = Duration.ZERO;
        int told = 0;
        while (clock.elapsed().compareTo(curve.duration()) < 0) {
            arrive();
            List<Machine> machines = cloud.everything();
            preempt(machines);
            followMachines(machines);
            ray.advance();
            Controller.Tick round = controller.tick();
            watcher.accept(round.report(), cloud.cost());
            while (!work.isEmpty()) {
                work.remove().run();
            }
            Map<String, Double> cpus = ray.usage(Resources.CPU);
            peak = Math.max(peak, machines.size());
            nodeSeconds += machines.size() * tick;
            cpuSeconds += cpus.getOrDefault("total", 0.0) * tick;
            busySeconds += cpus.getOrDefault("used", 0.0) * tick;
            if (clock.elapsed().compareTo(nextSample) >= 0) {
                samples.add(sample(round, cpus));
                nextSample = nextSample.plus(SAMPLED);
            }
            clock.advance(curve.tick());
            int percent = (int) (100
                    * clock.elapsed().toMillis()
                    / Math.max(1, curve.duration().toMillis()));
            if (percent >= told + TOLD_PERCENT) {
                told = percent - percent % TOLD_PERCENT;
                progress.accept(told);
            }
        }
        return new SimulationResult(
                name,
                cloud.cost(),
                nodeSeconds / 3600,
                launches,
                peak,
                ray.finishedTasks(),
                ray.restartedTasks(),
                ray.waitingTasks(),
                ray.waits().stream().sorted().toList(),
                cpuSeconds == 0 ? 0 : busySeconds / cpuSeconds,
                samples);
    }

    private Sample sample(Controller.Tick round, Map<String, Double> cpus) {
        int coming = (int) round.nodes().stream()
                .map(Node::state)
                .filter(s -> s.isComing())
                .count();
        int alive =
                (int) round.nodes().stream().filter(n -> n.state().isAlive()).count();
        return new Sample(
                clock.elapsed().toSeconds(),
                alive,
                coming,
                ray.waitingTasks(),
                cpus.getOrDefault("total", 0.0),
                cpus.getOrDefault("used", 0.0),
                cloud.cost());
    }

    private void arrive() {
        Duration now = clock.elapsed();
        for (Load load : curve.loads()) {
            switch (load) {
                case Burst burst -> {
                    boolean due = burst.at().compareTo(now) >= 0 && burst.at().compareTo(now.plus(curve.tick())) < 0;
                    if (due) {
                        ray.submit(burst.shape(), burst.count(), burst.takes());
                    }
                }
                case Flow flow -> {
                    double due = owed.getOrDefault(load, 0.0)
                            + flow.perMinute(now) * curve.tick().toMillis() / 60_000.0;
                    ray.submit(flow.shape(), (long) due, flow.takes());
                    owed.put(load, due - Math.floor(due));
                }
            }
        }
    }

    private void preempt(List<Machine> machines) {
        double chance = curve.preemptionsPerHour() * curve.tick().toMillis() / 3_600_000.0;
        for (Machine machine : machines) {
            boolean spot =
                    machine.offer().filter(o -> o.market() == Offer.Market.SPOT).isPresent();
            if (spot && machine.interruption().isEmpty() && chance > 0 && random.nextDouble() < chance) {
                cloud.preempt(machine.id(), NOTICE);
            }
        }
    }

    /** Ray loses the nodes whose machines are gone. */
    private void followMachines(List<Machine> machines) {
        Set<String> live = new HashSet<>();
        machines.stream()
                .filter(m -> m.state() == MachineState.RUNNING)
                .forEach(m -> live.add(m.nodeId().value()));
        ray.keepOnly(live);
    }

    private SetupOutcome setUp(SetupRequest request, Machine machine, Consumer<SetupProgress> position)
            throws InterruptedException {
        boolean fails = random.nextDouble() < curve.setupFailures();
        String status = (fails ? NodeStatus.UPDATE_FAILED : NodeStatus.UP_TO_DATE).tag();
        try {
            provider.tag(Map.of(machine.id(), Map.of(Tags.STATUS, status)));
        } catch (ProviderException e) {
            return failed(e.problem());
        }
        if (fails) {
            return failed(Problem.error("SIMULATE-SETUP", "a simulated set-up failed", "", ""));
        }
        NodeType type = config.nodeType(request.type());
        ray.join(machine.nodeId().value(), type.name(), type.resources(), type.labels());
        return new SetupOutcome.Done(curve.boot(), true);
    }

    private static SetupOutcome failed(Problem problem) {
        return new SetupOutcome.Failed("simulated set-up", "", 1, List.of(), Optional.empty(), problem, false);
    }

    private void count(ClusterEvent event) {
        if (event.type() == ClusterEvent.Type.NODE_LAUNCHED) {
            event.nodeType().ifPresent(type -> launches.merge(type, 1, Integer::sum));
        }
        events.append(event);
    }

    private RayLink link() {
        return new RayLink() {
            @Override
            public Address address(Machine head) {
                return new Address("simulated", "");
            }

            @Override
            public RayCluster connect(Machine head) {
                return ray;
            }

            @Override
            public void announce(Machine head, String message) {
                // No driver listens to a simulated Ray.
            }
        };
    }
}
