package io.manta.core.plan;

import io.manta.core.model.NodeState;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.LabelSelector;
import io.manta.spi.ray.RayNode.RayStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;

/** Clusters in every state of disrepair, with demand of every kind. */
final class RandomWorld {
    private final SplittableRandom random;

    RandomWorld(long seed) {
        random = new SplittableRandom(seed);
    }

    World make() {
        var world = random.nextInt(10) == 0 ? new World() : World.withHead();
        int types = 1 + random.nextInt(4);
        for (int t = 0; t < types; t++) {
            world.type(type("t" + t));
        }
        world.maxWorkers = random.nextInt(3) == 0 ? random.nextInt(6) : 40;
        world.speed = 1 + random.nextInt(3);
        world.rayReachable = random.nextInt(10) != 0;
        int nodes = random.nextInt(12);
        for (int n = 0; n < nodes; n++) {
            node(world, "n" + n, random.nextInt(20) == 0 ? "forgotten" : "t" + random.nextInt(types));
        }
        if (world.rayReachable) {
            demand(world);
        }
        if (random.nextInt(5) == 0) {
            hold(world);
        }
        boolean consolidate = random.nextInt(4) == 0;
        world.settings = new PlannerSettings(consolidate, true, 3, 0.5, Duration.ofMinutes(5), Duration.ofMinutes(30));
        return world;
    }

    private NodeType type(String name) {
        int cpus = 1 << random.nextInt(6);
        var shape = random.nextInt(3) == 0
                ? Resources.of("CPU", cpus, "GPU", 1 + random.nextInt(4))
                : Resources.of("CPU", cpus);
        int max = random.nextInt(12);
        var type = NodeType.of(name, shape, random.nextInt(3) == 0 ? Math.min(max, 2) : 0, max);
        if (random.nextBoolean()) {
            type = type.withPrice(0.1 + random.nextInt(40) / 10.0);
        }
        if (random.nextInt(3) == 0) {
            type = type.withLabels(Map.of("zone", "z" + random.nextInt(2)));
        }
        return random.nextInt(5) == 0 ? type.withLaunchHash("new") : type;
    }

    private void node(World world, String id, String type) {
        var states = List.of(
                NodeState.REQUESTED,
                NodeState.BOOTING,
                NodeState.SETTING_UP,
                NodeState.RUNNING,
                NodeState.RUNNING,
                NodeState.RUNNING,
                NodeState.DRAINING,
                NodeState.FAILED,
                NodeState.TERMINATING);
        NodeState state = states.get(random.nextInt(states.size()));
        var node = world.worker(id, type, state)
                .since(Duration.ofSeconds(random.nextInt(2400)))
                .failures(state == NodeState.FAILED ? 1 + random.nextInt(4) : 0)
                .hash(random.nextInt(3) == 0 ? "old" : "new");
        if (state == NodeState.BOOTING && random.nextBoolean()) {
            node.machine(MachineState.PENDING);
        }
        if (random.nextInt(12) == 0) {
            node.interrupted(Duration.ofMinutes(2));
        }
        if (state == NodeState.RUNNING || state == NodeState.DRAINING) {
            Resources total = world.config().nodeTypes().containsKey(type)
                    ? world.config().nodeType(type).resources()
                    : World.cpu(4);
            switch (random.nextInt(8)) {
                case 0 -> node.ray(RayStatus.DEAD, Duration.ZERO, Resources.NONE);
                case 1, 2, 3 -> node.ray(RayStatus.IDLE, Duration.ofSeconds(1 + random.nextInt(150)), total);
                default ->
                    node.ray(RayStatus.RUNNING, Duration.ZERO, random.nextBoolean() ? Resources.NONE : World.cpu(1));
            }
        }
        world.add(node.build());
    }

    private void demand(World world) {
        var requests = new ArrayList<Demand.Request>();
        for (int r = random.nextInt(5); r > 0; r--) {
            requests.add(new Demand.Request(shape(), selectors(), 1 + random.nextInt(30)));
        }
        world.demand(requests.toArray(Demand.Request[]::new));
        for (int g = random.nextInt(3); g > 0; g--) {
            Demand.Strategy strategy = List.of(Demand.Strategy.values()).get(random.nextInt(4));
            world.gang(strategy, 1 + random.nextInt(5), 1 + random.nextInt(4));
        }
        if (random.nextInt(3) == 0) {
            world.floor(new Demand.Request(shape(), 1 + random.nextInt(10)));
        }
    }

    private Resources shape() {
        return random.nextInt(4) == 0
                ? Resources.of("CPU", 1, "GPU", 1 + random.nextInt(3))
                : Resources.of("CPU", 0.5 * (1 + random.nextInt(8)));
    }

    private List<LabelSelector> selectors() {
        if (random.nextInt(4) != 0) {
            return List.of();
        }
        var term = new LabelSelector.Term("zone", random.nextBoolean(), Set.of("z" + random.nextInt(2)));
        return List.of(new LabelSelector(List.of(term)));
    }

    private void hold(World world) {
        var spot = new Offer("t0", "z0", Offer.Market.SPOT, "", OptionalDouble.of(0.3));
        var other = new Offer("t0", "z1", Offer.Market.ON_DEMAND, "", OptionalDouble.of(1));
        world.offers.put("t0", List.of(spot, other));
        var hold = new Cooldowns.Hold(World.NOW.plusSeconds(100), "no capacity");
        world.cooldowns = switch (random.nextInt(3)) {
            case 0 -> new Cooldowns(Map.of(spot.key(), hold), Map.of());
            case 1 -> new Cooldowns(Map.of(spot.key(), hold, other.key(), hold), Map.of());
            default -> new Cooldowns(Map.of(), Map.of("t0", hold));
        };
    }
}
