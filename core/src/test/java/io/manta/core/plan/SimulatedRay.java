package io.manta.core.plan;

import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Resources;
import io.manta.spi.provider.Room;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.LabelSelector;
import io.manta.spi.ray.RayNode;
import io.manta.spi.ray.RayNode.RayStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A cluster with a clock: machines take a while to come, tasks take what is free and run for their time. As in Ray, a node
 * shows what is in use at once, while a task counts as pending until its worker process has started.
 */
final class SimulatedRay {
    private static final Instant START = World.NOW;

    /** A task; {@code starts} and {@code ends} are set when it is placed. */
    static final class Task {
        final Resources shape;
        final List<LabelSelector> selectors;
        final Duration duration;
        final Instant born;
        private String at = "";
        Instant placed = Instant.MAX;
        private Instant starts = Instant.MAX;
        private Instant ends = Instant.MAX;

        Task(Resources shape, List<LabelSelector> selectors, Duration duration, Instant born) {
            this.shape = shape;
            this.selectors = selectors;
            this.duration = duration;
            this.born = born;
        }

        boolean isPlaced() {
            return !at.isEmpty();
        }
    }

    private static final class Sim {
        final String id;
        final String type;
        final Instant joins;
        Instant idleSince;

        Sim(String id, String type, Instant joins) {
            this.id = id;
            this.type = type;
            this.joins = joins;
            this.idleSince = joins;
        }
    }

    private final ClusterConfig config;
    private final Duration launchTime;
    private final Map<String, Sim> nodes = new LinkedHashMap<>();
    final List<Task> tasks = new ArrayList<>();
    final List<String> faults = new ArrayList<>();
    private DemandHistory history = DemandHistory.NONE;
    Duration workerStart = Duration.ZERO;
    /** Machines asked for together come one after the other, this far apart at most. */
    Duration spread = Duration.ZERO;

    Instant now = START;
    int launched;
    Plan last = Plan.NOTHING;

    SimulatedRay(ClusterConfig config, Duration launchTime) {
        this.config = config;
        this.launchTime = launchTime;
    }

    void node(String type, Duration idle) {
        var sim = new Sim("n" + nodes.size(), type, START.minus(Duration.ofMinutes(10)));
        sim.idleSince = START.minus(idle);
        nodes.put(sim.id, sim);
    }

    Task task(Resources shape, List<LabelSelector> selectors, Duration duration) {
        var task = new Task(shape, selectors, duration, now);
        tasks.add(task);
        return task;
    }

    long workers() {
        return nodes.size();
    }

    /** One round: the plan, then time passes. */
    Plan round(Duration step) {
        place();
        Snapshot snapshot = snapshot();
        Plan plan = new DefaultPlanner().plan(snapshot);
        plan.actions().forEach(this::apply);
        now = now.plus(step);
        for (Task task : tasks) {
            if (task.isPlaced() && !task.ends.isAfter(now)) {
                Sim node = nodes.get(task.at);
                if (node != null) {
                    node.idleSince = now;
                }
            }
        }
        tasks.removeIf(t -> t.isPlaced() && !t.ends.isAfter(now));
        last = plan;
        return plan;
    }

    private void apply(Action action) {
        switch (action) {
            case Action.Launch launch -> {
                for (int i = 0; i < launch.count(); i++) {
                    String id = "w" + launched++;
                    nodes.put(
                            id,
                            new Sim(
                                    id,
                                    launch.nodeType(),
                                    now.plus(launchTime)
                                            .plus(spread.multipliedBy(i % 4).dividedBy(3))));
                }
            }
            case Action.Drain drain -> end(drain.node().value());
            case Action.Terminate terminate -> end(terminate.node().value());
            default -> {}
        }
    }

    private void end(String id) {
        Sim node = nodes.remove(id);
        if (node == null) {
            faults.add(id + " is ended twice");
            return;
        }
        if (tasks.stream().anyMatch(t -> t.at.equals(id))) {
            faults.add(id + " is ended although it is busy");
        }
        if (Duration.between(node.idleSince, now).compareTo(config.idleTimeout()) <= 0) {
            faults.add(id + " is ended before its idle time is over");
        }
    }

    private void place() {
        for (Task task : tasks) {
            for (Sim node : nodes.values()) {
                if (!task.isPlaced()
                        && !node.joins.isAfter(now)
                        && LabelSelector.rank(
                                        task.selectors,
                                        config.nodeType(node.type).labels())
                                >= 0
                        && task.shape.fitsIn(free(node))) {
                    task.at = node.id;
                    task.placed = now;
                    task.starts = now.plus(workerStart);
                    task.ends = task.starts.plus(task.duration);
                }
            }
        }
    }

    private Resources free(Sim node) {
        Resources free = config.nodeType(node.type).resources();
        for (Task task : tasks) {
            if (task.at.equals(node.id)) {
                free = free.minus(task.shape);
            }
        }
        return free;
    }

    private Snapshot snapshot() {
        var all = new ArrayList<Node>();
        all.add(node(
                "head",
                NodeRole.HEAD,
                "head",
                NodeState.RUNNING,
                START,
                Optional.of(ray("head", "head", Resources.NONE, Duration.ZERO))));
        for (Sim sim : nodes.values()) {
            boolean joined = !sim.joins.isAfter(now);
            boolean busy = tasks.stream().anyMatch(t -> t.at.equals(sim.id));
            Duration idle = busy ? Duration.ZERO : Duration.between(sim.idleSince, now);
            all.add(node(
                    sim.id,
                    NodeRole.WORKER,
                    sim.type,
                    joined ? NodeState.RUNNING : NodeState.BOOTING,
                    joined ? sim.joins : sim.joins.minus(launchTime),
                    joined ? Optional.of(ray(sim.id, sim.type, free(sim), idle)) : Optional.empty()));
        }
        Demand demand = demand();
        history = history.with(demand, now);
        return new Snapshot(
                config,
                Goal.RUN,
                all,
                demand,
                history,
                true,
                Map.of(),
                Room.UNLIMITED,
                Cooldowns.NONE,
                Underway.NOTHING,
                PlannerSettings.DEFAULT,
                now);
    }

    private Demand demand() {
        record Like(Resources shape, List<LabelSelector> selectors) {}
        var counts = new LinkedHashMap<Like, Long>();
        for (Task task : tasks) {
            if (!task.isPlaced() || task.starts.isAfter(now)) {
                counts.merge(new Like(task.shape, task.selectors), 1L, Long::sum);
            }
        }
        var requests = new ArrayList<Demand.Request>();
        counts.forEach((like, count) -> requests.add(new Demand.Request(like.shape, like.selectors, count)));
        return new Demand(requests, List.of(), List.of());
    }

    private RayNode ray(String id, String type, Resources free, Duration idle) {
        return new RayNode(
                "ray-" + id,
                id,
                type,
                idle.isPositive() ? RayStatus.IDLE : RayStatus.RUNNING,
                config.nodeType(type).resources(),
                free,
                config.nodeType(type).labels(),
                idle,
                "",
                List.of());
    }

    private static Node node(
            String id, NodeRole role, String type, NodeState state, Instant since, Optional<RayNode> ray) {
        var machine = new Machine(
                new MachineId("m-" + id),
                Machine.MachineState.RUNNING,
                new HashMap<>(),
                Optional.empty(),
                Optional.empty(),
                since,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return new Node(new NodeId(id), role, type, state, since, Optional.of(machine), ray, "", 0, "");
    }

    static LabelSelector zone(String value) {
        return new LabelSelector(List.of(new LabelSelector.Term("zone", false, Set.of(value))));
    }
}
