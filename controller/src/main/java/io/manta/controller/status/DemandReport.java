package io.manta.controller.status;

import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What waits, as data.
 *
 * @param requests tasks and actors, equal ones counted together
 * @param floor what {@code request_resources} asks for
 */
public record DemandReport(List<Ask> requests, List<Group> groups, List<Ask> floor) {
    public static final DemandReport NONE = new DemandReport(List.of(), List.of(), List.of());

    /** So many of the same. */
    public record Ask(Map<String, Double> resources, long count) {}

    /** A placement group. */
    public record Group(String id, String strategy, List<Ask> bundles) {}

    public static DemandReport of(Demand demand) {
        return new DemandReport(
                demand.requests().stream().map(DemandReport::ask).toList(),
                demand.gangs().stream().map(DemandReport::group).toList(),
                demand.floor().stream().map(DemandReport::ask).toList());
    }

    private static Ask ask(Demand.Request request) {
        return new Ask(amounts(request.shape()), request.count());
    }

    private static Group group(Demand.Gang gang) {
        var bundles = new LinkedHashMap<Map<String, Double>, Long>();
        gang.bundles().forEach(bundle -> bundles.merge(amounts(bundle.shape()), 1L, Long::sum));
        return new Group(
                gang.id(),
                gang.strategy().name(),
                bundles.entrySet().stream()
                        .map(e -> new Ask(e.getKey(), e.getValue()))
                        .toList());
    }

    public static Map<String, Double> amounts(Resources resources) {
        var out = new TreeMap<String, Double>();
        resources.units().keySet().forEach(name -> out.put(name, resources.amount(name)));
        return out;
    }

    /** Everything that waits for a place, per resource; {@code request_resources} asks for capacity, which may be there. */
    public Map<String, Double> pending() {
        var sum = new TreeMap<String, Double>();
        requests.forEach(ask -> add(sum, ask));
        groups.forEach(group -> group.bundles().forEach(ask -> add(sum, ask)));
        return sum;
    }

    private static void add(Map<String, Double> sum, Ask ask) {
        ask.resources().forEach((name, amount) -> sum.merge(name, amount * ask.count(), Double::sum));
    }
}
