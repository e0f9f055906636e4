package io.manta.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.NullUnmarked;

/** Makes problems in the file format, of the kinds that matter: many equal requests, many shapes, many nodes, many gangs. */
@NullUnmarked // walks JSON as it was read, where anything may be absent
final class ProblemMaker {
    private static final double GIB = 1024.0 * 1024 * 1024;

    private final RandomGenerator random;

    ProblemMaker(RandomGenerator random) {
        this.random = random;
    }

    Map<String, Object> equalRequests(int count) {
        return problem(
                "equal",
                List.of(type("m-16", 16, 64, 0, 0.768)),
                List.of(),
                List.of(request(Map.of("CPU", 1), count)),
                List.of());
    }

    Map<String, Object> manyShapes(int shapes, int most) {
        var requests = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < shapes; i++) {
            requests.add(request(shape(), 1 + random.nextInt(most)));
        }
        return problem("shapes", catalogue(), List.of(), requests, List.of());
    }

    Map<String, Object> manyNodes(int count) {
        var types = catalogue();
        var nodes = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < count; i++) {
            nodes.add(node(i, types.get(random.nextInt(types.size()))));
        }
        var requests = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < 30; i++) {
            requests.add(request(shape(), 1 + random.nextInt(60)));
        }
        return problem("nodes", types, nodes, requests, List.of());
    }

    Map<String, Object> gangs(int count, String strategy) {
        var gangs = new ArrayList<Map<String, Object>>();
        for (int g = 0; g < count; g++) {
            var bundles = new ArrayList<Map<String, Object>>();
            Map<String, Object> shape = Map.of("CPU", 1 + random.nextInt(4));
            for (int b = 0; b < 2 + random.nextInt(7); b++) {
                bundles.add(Map.of("resources", random.nextInt(5) == 0 ? shape() : shape));
            }
            gangs.add(Map.of("id", "g" + g, "strategy", strategy, "bundles", bundles));
        }
        return problem("gangs-" + strategy, catalogue(), List.of(), List.of(), gangs);
    }

    /** Everything at once under tight limits, so that demand is left over. */
    Map<String, Object> tight() {
        var types = catalogue();
        types.forEach(t -> t.put("max", random.nextInt(4)));
        types.forEach(t -> t.put("min", random.nextInt(3) == 0 ? Math.min(1, (Integer) t.get("max")) : 0));
        var nodes = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < random.nextInt(8); i++) {
            nodes.add(node(i, types.get(random.nextInt(types.size()))));
        }
        var requests = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < random.nextInt(6); i++) {
            requests.add(request(shape(), 1 + random.nextInt(20)));
        }
        var strategies = List.of("PACK", "SPREAD", "STRICT_PACK", "STRICT_SPREAD");
        var gangs = new ArrayList<Map<String, Object>>();
        for (int g = 0; g < random.nextInt(4); g++) {
            var bundles = new ArrayList<Map<String, Object>>();
            for (int b = 0; b < 1 + random.nextInt(5); b++) {
                bundles.add(Map.of("resources", shape()));
            }
            gangs.add(Map.of("id", "g" + g, "strategy", strategies.get(random.nextInt(4)), "bundles", bundles));
        }
        var problem = problem("tight", types, nodes, requests, gangs);
        if (random.nextBoolean()) {
            problem.put("config", Map.of("max_num_nodes", 2 + random.nextInt(8), "idle_timeout_s", 60));
        }
        if (random.nextInt(3) == 0) {
            problem.put("constraints", List.of(request(shape(), 1 + random.nextInt(8))));
        }
        return problem;
    }

    private List<Map<String, Object>> catalogue() {
        var types = new ArrayList<Map<String, Object>>();
        for (int cpus = 4; cpus <= 64; cpus *= 2) {
            types.add(type("c-" + cpus, cpus, 2 * cpus, 0, 0.0425 * cpus));
            types.add(type("m-" + cpus, cpus, 4 * cpus, 0, 0.048 * cpus));
            types.add(type("g-" + cpus, cpus, 8 * cpus, Math.max(1, cpus / 8), 0.05 * cpus + 0.5 * (cpus / 8.0)));
        }
        return types;
    }

    private static Map<String, Object> type(String name, int cpus, int gib, int gpus, double price) {
        var resources = new LinkedHashMap<String, Object>(Map.of("CPU", cpus, "memory", gib * GIB));
        if (gpus > 0) {
            resources.put("GPU", gpus);
        }
        return new LinkedHashMap<>(
                Map.of("name", name, "resources", resources, "min", 0, "max", 20_000, "price_per_hour", price));
    }

    private Map<String, Object> node(int i, Map<String, Object> type) {
        var free = new LinkedHashMap<String, Object>();
        @SuppressWarnings("unchecked")
        var total = (Map<String, Object>) type.getOrDefault("resources", Map.of());
        boolean idle = random.nextInt(3) == 0;
        total.forEach((name, amount) -> free.put(
                name, idle ? amount : (Object) Math.floor(random.nextDouble() * ((Number) amount).doubleValue())));
        return Map.of(
                "id",
                "n" + i,
                "type",
                type.getOrDefault("name", ""),
                "kind",
                "worker",
                "status",
                "RAY_RUNNING",
                "total",
                total,
                "available",
                free,
                "labels",
                Map.of(),
                "idle_ms",
                idle ? random.nextInt(100) * 1000 : 0);
    }

    private Map<String, Object> shape() {
        var shape = new LinkedHashMap<String, Object>();
        shape.put("CPU", List.of(0.5, 1, 2, 3, 4, 6, 8).get(random.nextInt(7)));
        if (random.nextInt(3) == 0) {
            shape.put("memory", (1 + random.nextInt(16)) * GIB);
        }
        if (random.nextInt(4) == 0) {
            shape.put("GPU", 1 + random.nextInt(2));
        }
        return shape;
    }

    private static Map<String, Object> request(Map<String, Object> shape, int count) {
        return Map.of("resources", shape, "count", count);
    }

    private static Map<String, Object> problem(
            String name,
            List<Map<String, Object>> types,
            List<Map<String, Object>> nodes,
            List<Map<String, Object>> requests,
            List<Map<String, Object>> gangs) {
        return new LinkedHashMap<>(
                Map.of("name", name, "node_types", types, "nodes", nodes, "requests", requests, "gangs", gangs));
    }
}
