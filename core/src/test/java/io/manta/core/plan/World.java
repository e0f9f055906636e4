package io.manta.core.plan;

import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.spi.model.AuthSettings;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.CommandSettings;
import io.manta.spi.model.FileSettings;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProviderSettings;
import io.manta.spi.model.Resources;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.Room;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.RayNode;
import io.manta.spi.ray.RayNode.RayStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds snapshots for tests, a line per fact. */
final class World {
    static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private final Map<String, NodeType> types = new LinkedHashMap<>();
    private final List<Node> nodes = new ArrayList<>();
    final Map<String, List<Offer>> offers = new LinkedHashMap<>();
    Goal goal = Goal.RUN;
    int maxWorkers = 100;
    double speed = 1;
    boolean rayReachable = true;
    Demand demand = Demand.NONE;
    Cooldowns cooldowns = Cooldowns.NONE;
    Room room = Room.UNLIMITED;
    Underway underway = Underway.NOTHING;
    PlannerSettings settings = PlannerSettings.DEFAULT;

    World() {
        type(NodeType.of("head", Resources.NONE, 0, 0));
    }

    static World withHead() {
        var world = new World();
        world.nodes.add(world.node("head-1", NodeRole.HEAD, "head", NodeState.RUNNING)
                .ray(RayStatus.RUNNING, Duration.ZERO, Resources.NONE)
                .build());
        return world;
    }

    World type(NodeType type) {
        types.put(type.name(), type);
        return this;
    }

    World type(String name, int min, int max) {
        return type(NodeType.of(name, cpu(4), min, max));
    }

    static Resources cpu(double amount) {
        return Resources.of(Resources.CPU, amount);
    }

    World demand(Demand.Request... requests) {
        demand = new Demand(List.of(requests), demand.gangs(), demand.floor());
        return this;
    }

    World gang(Demand.Strategy strategy, int bundles, double cpus) {
        var members = new ArrayList<Demand.Bundle>();
        for (int i = 0; i < bundles; i++) {
            members.add(new Demand.Bundle(cpu(cpus), List.of()));
        }
        var gangs = new ArrayList<>(demand.gangs());
        gangs.add(new Demand.Gang("g" + gangs.size(), strategy, members));
        demand = new Demand(demand.requests(), gangs, demand.floor());
        return this;
    }

    World floor(Demand.Request... requests) {
        demand = new Demand(demand.requests(), demand.gangs(), List.of(requests));
        return this;
    }

    World add(Node node) {
        nodes.add(node);
        return this;
    }

    World running(String id, String type) {
        return add(worker(id, type, NodeState.RUNNING)
                .ray(RayStatus.RUNNING, Duration.ZERO, Resources.NONE)
                .build());
    }

    World idle(String id, String type, long seconds) {
        return add(worker(id, type, NodeState.RUNNING)
                .ray(
                        RayStatus.IDLE,
                        Duration.ofSeconds(seconds),
                        config().nodeType(type).resources())
                .build());
    }

    NodeBuilder worker(String id, String type, NodeState state) {
        return node(id, NodeRole.WORKER, type, state);
    }

    NodeBuilder node(String id, NodeRole role, String type, NodeState state) {
        return new NodeBuilder(id, role, type, state);
    }

    /** One node in the making. */
    final class NodeBuilder {
        private final String id;
        private final NodeRole role;
        private final String type;
        private final NodeState state;
        private Instant since = NOW.minusSeconds(60);
        private Optional<MachineState> machine = Optional.of(MachineState.RUNNING);
        private Optional<Instant> interruption = Optional.empty();
        private Optional<Problem> trouble = Optional.empty();
        private Optional<RayNode> ray = Optional.empty();
        private String hash = "";
        private Map<String, String> tags = Map.of();
        private int failures;

        NodeBuilder(String id, NodeRole role, String type, NodeState state) {
            this.id = id;
            this.role = role;
            this.type = type;
            this.state = state;
        }

        NodeBuilder since(Duration ago) {
            since = NOW.minus(ago);
            return this;
        }

        NodeBuilder machine(MachineState is) {
            machine = Optional.of(is);
            return this;
        }

        NodeBuilder withoutMachine() {
            machine = Optional.empty();
            return this;
        }

        NodeBuilder trouble(Problem problem) {
            trouble = Optional.of(problem);
            return this;
        }

        NodeBuilder interrupted(Duration in) {
            interruption = Optional.of(NOW.plus(in));
            return this;
        }

        NodeBuilder status(NodeStatus status) {
            tags = Map.of(Tags.STATUS, status.tag());
            return this;
        }

        NodeBuilder hash(String value) {
            hash = value;
            return this;
        }

        NodeBuilder failures(int count) {
            failures = count;
            return this;
        }

        NodeBuilder ray(RayStatus status, Duration idle, Resources available) {
            Resources total = types.containsKey(type) ? types.get(type).resources() : cpu(4);
            Map<String, String> labels =
                    types.containsKey(type) ? types.get(type).labels() : Map.of();
            ray = Optional.of(
                    new RayNode("ray-" + id, id, type, status, total, available, labels, idle, "", List.of()));
            return this;
        }

        Node build() {
            var made = machine.map(m -> new Machine(
                    new MachineId("m-" + id),
                    m,
                    tags,
                    Optional.empty(),
                    Optional.empty(),
                    NOW,
                    Optional.empty(),
                    interruption,
                    trouble));
            return new Node(new NodeId(id), role, type, state, since, made, ray, hash, failures, "");
        }
    }

    ClusterConfig config() {
        return new ClusterConfig(
                "test",
                new ProviderSettings("simulated", Map.of()),
                types,
                "head",
                maxWorkers,
                speed,
                Duration.ofSeconds(60),
                AuthSettings.NONE,
                Optional.empty(),
                FileSettings.NONE,
                CommandSettings.NONE,
                "",
                "");
    }

    Snapshot snapshot() {
        return new Snapshot(
                config(),
                goal,
                nodes,
                demand,
                DemandHistory.NONE,
                rayReachable,
                offers,
                room,
                cooldowns,
                underway,
                settings,
                NOW);
    }

    Plan plan() {
        return new DefaultPlanner().plan(snapshot());
    }
}
