package io.manta.core.schedule;

import io.manta.core.schedule.SchedulingProblem.Host;
import io.manta.core.schedule.SchedulingProblem.Rules;
import io.manta.core.schedule.SchedulingProblem.Stock;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.LabelSelector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;

/** Problems small enough to try everything, with all features at once: labels, limits, gangs, floors, nodes half used. */
final class SmallProblem {
    private final SplittableRandom random;

    SmallProblem(long seed) {
        random = new SplittableRandom(seed);
    }

    SchedulingProblem make() {
        var stock = new ArrayList<Stock>();
        for (int t = 1 + random.nextInt(3); t > 0; t--) {
            stock.add(stock("t" + t));
        }
        var demand = demand();
        var hosts = new ArrayList<Host>();
        for (int h = random.nextInt(4); h > 0; h--) {
            hosts.add(host("h" + h, stock.get(random.nextInt(stock.size())), demand));
        }
        return new SchedulingProblem(hosts, stock, random.nextInt(4), demand, Rules.SERVE_MOST);
    }

    private Stock stock(String name) {
        var amounts = new HashMap<String, Integer>(Map.of("CPU", 1 + random.nextInt(8)));
        if (random.nextInt(3) == 0) {
            amounts.put("GPU", 1 + random.nextInt(2));
        }
        if (random.nextInt(4) == 0) {
            amounts.put("disk", 1 + random.nextInt(2));
        }
        return new Stock(
                name,
                Resources.of(amounts),
                labels(),
                random.nextInt(4) == 0 ? OptionalDouble.empty() : OptionalDouble.of(0.5 * (1 + random.nextInt(12))),
                random.nextInt(4),
                "",
                random.nextInt(3),
                1);
    }

    private Map<String, String> labels() {
        return random.nextBoolean() ? Map.of() : Map.of("zone", "z" + random.nextInt(2));
    }

    private Host host(String id, Stock like, Demand demand) {
        var labels = new HashMap<>(like.labels());
        Resources free = like.resources();
        boolean busy = random.nextBoolean();
        if (busy) {
            var left = new HashMap<String, Long>();
            free.units().forEach((name, amount) -> left.put(name, amount - random.nextInt(3) * Resources.SCALE));
            left.values().removeIf(amount -> amount <= 0);
            free = new Resources(left);
        }
        if (busy && !demand.gangs().isEmpty() && random.nextInt(4) == 0) {
            labels.put(demand.gangs().getFirst().markerLabel(), "");
        }
        return new Host(id, like.type(), like.resources(), free, labels, !busy && random.nextBoolean());
    }

    private Demand demand() {
        var requests = new ArrayList<Demand.Request>();
        for (int r = random.nextInt(4); r > 0; r--) {
            requests.add(new Demand.Request(shape(), selectors(), 1 + random.nextInt(2)));
        }
        var gangs = new ArrayList<Demand.Gang>();
        for (int g = random.nextInt(3); g > 0; g--) {
            var bundles = new ArrayList<Demand.Bundle>();
            Resources common = shape();
            for (int b = 1 + random.nextInt(3); b > 0; b--) {
                bundles.add(new Demand.Bundle(random.nextInt(3) == 0 ? shape() : common, selectors()));
            }
            gangs.add(new Demand.Gang("g" + g, List.of(Demand.Strategy.values()).get(random.nextInt(4)), bundles));
        }
        var floor = new ArrayList<Demand.Request>();
        if (random.nextInt(4) == 0) {
            floor.add(new Demand.Request(shape(), selectors(), 1 + random.nextInt(3)));
        }
        return new Demand(requests, gangs, floor);
    }

    private Resources shape() {
        return switch (random.nextInt(6)) {
            case 0 -> Resources.of("CPU", 1, "GPU", 1);
            case 1 -> Resources.of("disk", 1);
            case 2 -> Resources.of("CPU", 0.5);
            default -> Resources.of("CPU", 1 + random.nextInt(4));
        };
    }

    private List<LabelSelector> selectors() {
        var out = new ArrayList<LabelSelector>();
        for (int s = random.nextInt(6) == 0 ? 1 + random.nextInt(2) : 0; s > 0; s--) {
            out.add(new LabelSelector(
                    List.of(new LabelSelector.Term("zone", random.nextInt(4) == 0, Set.of("z" + random.nextInt(2))))));
        }
        return out;
    }
}
