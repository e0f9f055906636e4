package io.manta.core.plan;

import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.core.schedule.CostAwareScheduler;
import io.manta.core.schedule.Schedule;
import io.manta.core.schedule.SchedulingProblem;
import io.manta.core.schedule.SchedulingProblem.Host;
import io.manta.core.schedule.SchedulingProblem.Rules;
import io.manta.core.schedule.SchedulingProblem.Stock;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.LabelSelector;
import io.manta.spi.ray.RayNode.RayStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Small clusters at or near their limits, and what could be served in them at best. */
final class FullCluster {
    private final SplittableRandom random;

    FullCluster(long seed) {
        random = new SplittableRandom(seed);
    }

    World make() {
        var world = World.withHead();
        int types = 2 + random.nextInt(2);
        for (int t = 0; t < types; t++) {
            world.type(type("t" + t));
        }
        world.maxWorkers = 1 + random.nextInt(3);
        for (int n = 0; n < world.maxWorkers; n++) {
            String type = "t" + random.nextInt(types);
            if (random.nextInt(4) == 0) {
                world.running("n" + n, type);
            } else if (random.nextInt(6) != 0) {
                world.idle("n" + n, type, 1 + random.nextInt(120));
            }
        }
        for (int r = random.nextInt(4); r > 0; r--) {
            world.demand =
                    new Demand(plus(world.demand.requests(), request()), world.demand.gangs(), world.demand.floor());
        }
        if (random.nextInt(3) == 0) {
            Demand.Strategy strategy = List.of(Demand.Strategy.values()).get(random.nextInt(4));
            world.gang(strategy, 1 + random.nextInt(3), 1 + random.nextInt(3));
        }
        if (random.nextInt(3) == 0) {
            world.floor(new Demand.Request(shape(), 1 + random.nextInt(3)));
        }
        return world;
    }

    private NodeType type(String name) {
        var amounts = new HashMap<String, Integer>(Map.of("CPU", 1 << random.nextInt(3)));
        if (random.nextInt(3) == 0) {
            amounts.put("GPU", 1 + random.nextInt(2));
        }
        if (random.nextInt(3) == 0) {
            amounts.put("disk", 1);
        }
        int max = 1 + random.nextInt(3);
        var type = NodeType.of(name, Resources.of(amounts), random.nextInt(6) == 0 ? 1 : 0, max)
                .withLabels(Map.of("zone", "z" + random.nextInt(2)));
        return random.nextBoolean() ? type.withPrice(1 + random.nextInt(5)) : type;
    }

    private Demand.Request request() {
        var selectors = random.nextInt(4) == 0
                ? List.of(new LabelSelector(List.of(
                        new LabelSelector.Term("zone", random.nextInt(4) == 0, Set.of("z" + random.nextInt(2))))))
                : List.<LabelSelector>of();
        return new Demand.Request(shape(), selectors, 1 + random.nextInt(2));
    }

    private Resources shape() {
        return switch (random.nextInt(4)) {
            case 0 -> Resources.of("CPU", 1, "GPU", 1);
            case 1 -> Resources.of("disk", 1);
            default -> Resources.of("CPU", 1 + random.nextInt(3));
        };
    }

    private static <T> List<T> plus(List<T> list, T one) {
        var out = new ArrayList<>(list);
        out.add(one);
        return out;
    }

    /** Of plans that end idle nodes above their minimum and launch others, the one that serves most. */
    static Schedule best(World world, List<Node> nodes) {
        var idle = nodes.stream()
                .filter(n -> !n.isHead()
                        && n.ray().filter(r -> r.status() == RayStatus.IDLE).isPresent())
                .toList();
        Schedule best = answer(world, nodes);
        for (int ended = 1; ended < 1 << idle.size(); ended++) {
            var stay = new ArrayList<>(nodes);
            for (int i = 0; i < idle.size(); i++) {
                if ((ended >> i & 1) == 1) {
                    stay.remove(idle.get(i));
                }
            }
            if (keepsMinimum(world, stay)) {
                Schedule other = answer(world, stay);
                best = other.servesMoreThan(best) ? other : best;
            }
        }
        return best;
    }

    private static Schedule answer(World world, List<Node> nodes) {
        return new CostAwareScheduler().schedule(problem(world, nodes));
    }

    private static boolean keepsMinimum(World world, List<Node> nodes) {
        return world.config().nodeTypes().values().stream()
                .allMatch(t ->
                        nodes.stream().filter(n -> n.type().equals(t.name())).count() >= t.minWorkers());
    }

    private static SchedulingProblem problem(World world, List<Node> nodes) {
        var hosts = new ArrayList<Host>();
        nodes.forEach(n -> n.ray()
                .ifPresent(r ->
                        hosts.add(new Host(n.id().value(), n.type(), r.total(), r.available(), r.labels(), false))));
        var stock = new ArrayList<Stock>();
        world.config().nodeTypes().values().forEach(t -> {
            long there = nodes.stream()
                    .filter(n -> !n.isHead() && n.type().equals(t.name()))
                    .count();
            stock.add(new Stock(
                    t.name(),
                    t.resources(),
                    t.labels(),
                    t.pricePerHour(),
                    (int) Math.max(0, t.maxWorkers() - there),
                    "",
                    0,
                    1));
        });
        int workers = (int) nodes.stream()
                .filter(n -> !n.isHead() && n.state() != NodeState.GONE)
                .count();
        return new SchedulingProblem(
                hosts, stock, Math.max(0, world.maxWorkers - workers), world.demand, Rules.SERVE_MOST);
    }
}
