package io.manta.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;

/**
 * Checks an answer line against its problem, both as JSON. It shares no code with the scheduler: plain maps, plain doubles,
 * straight from the description of the format.
 */
@NullUnmarked // walks JSON as it was read, where anything may be absent
final class PlacementChecker {
    private final Map<String, Map<String, Object>> types = new HashMap<>();
    private final Map<String, Map<String, Object>> nodes = new HashMap<>();
    private final Map<String, Object> problem;
    private final Map<String, Object> answer;
    private final List<String> faults = new ArrayList<>();
    private final Map<Integer, Long> placedRequests = new HashMap<>();
    private final Map<String, String> placedBundles = new HashMap<>();
    private final Map<String, Integer> addedByType = new TreeMap<>();

    private PlacementChecker(Map<String, Object> problem, Map<String, Object> answer) {
        this.problem = problem;
        this.answer = answer;
        list(problem, "node_types").forEach(t -> types.put((String) t.get("name"), t));
        list(problem, "nodes").forEach(n -> nodes.put((String) n.get("id"), n));
    }

    /** What is wrong with the answer; empty when nothing is. */
    static List<String> faults(Map<String, Object> problem, Map<String, Object> answer) {
        var checker = new PlacementChecker(problem, answer);
        checker.check();
        return checker.faults;
    }

    private void check() {
        var seen = new HashSet<String>();
        for (var placement : list(answer, "placements")) {
            if (!seen.add((String) placement.get("node"))) {
                faults.add("twice: " + placement.get("node"));
            }
            checkNode(placement);
        }
        if (!addedByType.equals(new TreeMap<>(map(answer, "launch")))) {
            faults.add("launches " + answer.get("launch") + " but places on " + addedByType);
        }
        checkRequests();
        list(problem, "gangs").forEach(this::checkGang);
        checkLimits();
    }

    private void checkNode(Map<String, Object> placement) {
        String id = (String) placement.get("node");
        var node = nodes.get(id);
        var type = types.getOrDefault((String) placement.get("type"), Map.of());
        boolean running = node != null && "RAY_RUNNING".equals(node.getOrDefault("status", "RAY_RUNNING"));
        Map<String, Object> free = running ? map(node, "available") : map(type, "resources");
        Map<String, Object> labels = running ? map(node, "labels") : map(type, "labels");
        if (node == null) {
            addedByType.merge((String) placement.get("type"), 1, Integer::sum);
        } else if (terminated().contains(id)) {
            faults.add("places on " + id + ", which it ends");
        }
        var used = new HashMap<String, Double>();
        for (List<?> entry : pairs(placement, "requests")) {
            int index = ((Number) entry.get(0)).intValue();
            long count = ((Number) entry.get(1)).longValue();
            var request = list(problem, "requests").get(index);
            placedRequests.merge(index, count, Long::sum);
            add(request, count, used);
            checkLabels(id, request, labels);
        }
        var gangsHere = new HashSet<String>();
        if (node != null && node.get("strict_spread_gangs") instanceof List<?> held) {
            held.forEach(g -> gangsHere.add((String) g));
        }
        for (List<?> entry : pairs(placement, "bundles")) {
            checkBundle(id, (String) entry.get(0), ((Number) entry.get(1)).intValue(), gangsHere, used, labels);
        }
        used.forEach((name, amount) -> {
            double has = free.get(name) instanceof Number n ? n.doubleValue() : 0;
            if (amount > has + 1e-4) {
                faults.add(id + " holds " + amount + " " + name + " of " + has);
            }
        });
    }

    private void checkBundle(
            String node,
            String gangId,
            int index,
            Set<String> gangsHere,
            Map<String, Double> used,
            Map<String, Object> labels) {
        var gang = list(problem, "gangs").stream()
                .filter(g -> gangId.equals(g.get("id")))
                .findFirst()
                .orElseThrow();
        var bundle = list(gang, "bundles").get(index);
        if (placedBundles.put(gangId + "/" + index, node) != null) {
            faults.add("bundle twice: " + gangId + "/" + index);
        }
        if ("STRICT_SPREAD".equals(gang.get("strategy")) && !gangsHere.add(gangId)) {
            faults.add(node + " holds two bundles of " + gangId);
        }
        add(bundle, 1, used);
        checkLabels(node, bundle, labels);
    }

    private static void add(Map<String, Object> shape, long count, Map<String, Double> used) {
        map(shape, "resources")
                .forEach((name, amount) -> used.merge(name, ((Number) amount).doubleValue() * count, Double::sum));
    }

    private void checkLabels(String node, Map<String, Object> demand, Map<String, Object> labels) {
        List<List<?>> alternatives = pairs(demand, "label_selectors");
        if (!alternatives.isEmpty() && alternatives.stream().noneMatch(a -> holds(a, labels))) {
            faults.add(node + " does not have the labels for " + demand);
        }
    }

    private static boolean holds(List<?> terms, Map<String, Object> labels) {
        return terms.stream().allMatch(t -> {
            var term = (Map<?, ?>) t;
            Object value = labels.get((String) term.get("key"));
            boolean in = value != null && ((List<?>) term.get("values")).contains(value);
            return "not_in".equals(term.get("op")) != in;
        });
    }

    private void checkRequests() {
        long wanted = list(problem, "requests").stream()
                .mapToLong(r -> ((Number) r.get("count")).longValue())
                .sum();
        long unserved = list(answer, "infeasible_requests").stream()
                .mapToLong(r -> ((Number) r.get("count")).longValue())
                .sum();
        long placed = placedRequests.values().stream().mapToLong(n -> n).sum();
        if (placed + unserved != wanted) {
            faults.add(placed + " placed and " + unserved + " unserved of " + wanted);
        }
        placedRequests.forEach((index, count) -> {
            if (count > ((Number) list(problem, "requests").get(index).get("count")).longValue()) {
                faults.add("request " + index + " placed " + count + " times");
            }
        });
    }

    private void checkGang(Map<String, Object> gang) {
        String id = (String) gang.get("id");
        var at = new HashSet<String>();
        int placed = 0;
        int size = list(gang, "bundles").size();
        for (int b = 0; b < size; b++) {
            String node = placedBundles.get(id + "/" + b);
            if (node != null) {
                placed++;
                at.add(node);
            }
        }
        boolean leftOut = ((List<?>) answer.getOrDefault("infeasible_gangs", List.of())).contains(id);
        if (placed != (leftOut ? 0 : size)) {
            faults.add("gang " + id + " is torn: " + placed + " of " + size);
        }
        if ("STRICT_PACK".equals(gang.get("strategy")) && at.size() > 1) {
            faults.add("gang " + id + " is not on one node");
        }
    }

    private void checkLimits() {
        var staying = new HashMap<String, Integer>();
        nodes.forEach((id, node) -> {
            if (!terminated().contains(id)) {
                staying.merge((String) node.get("type"), 1, Integer::sum);
            }
        });
        addedByType.forEach((type, count) -> {
            int max = ((Number) types.getOrDefault(type, Map.of()).getOrDefault("max", 0)).intValue();
            if (staying.getOrDefault(type, 0) + count > max) {
                faults.add("more than " + max + " of " + type);
            }
        });
        int all = staying.values().stream().mapToInt(n -> n).sum();
        int added = addedByType.values().stream().mapToInt(n -> n).sum();
        if (map(problem, "config").get("max_num_nodes") instanceof Number max
                && added > 0
                && all + added > max.intValue()) {
            faults.add(all + added + " nodes where " + max + " are allowed");
        }
    }

    private Set<String> terminated() {
        var ids = new HashSet<String>();
        list(answer, "terminate").forEach(t -> ids.add((String) t.get("id")));
        return ids;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Map<String, Object> json, String key) {
        return (List<Map<String, Object>>) json.getOrDefault(key, List.of());
    }

    @SuppressWarnings("unchecked")
    private static List<List<?>> pairs(Map<String, Object> json, String key) {
        return (List<List<?>>) json.getOrDefault(key, List.of());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Map<String, Object> json, String key) {
        return (Map<String, Object>) json.getOrDefault(key, Map.of());
    }
}
