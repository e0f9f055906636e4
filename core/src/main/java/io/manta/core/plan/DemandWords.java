package io.manta.core.plan;

import io.manta.core.schedule.Schedule.Assignment;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.LabelSelector;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What nodes are for, in words. */
final class DemandWords {
    private static final int SHOWN = 3;

    private DemandWords() {}

    /** Such as {@code 3 x {CPU: 1} pending do}; the caller goes on with what they do not. */
    static String of(Demand demand, List<Assignment> nodes) {
        var requests = new TreeMap<Integer, Long>();
        var floor = new TreeMap<Integer, Long>();
        var gangs = new LinkedHashSet<Integer>();
        for (Assignment node : nodes) {
            node.requests().forEach((i, n) -> requests.merge(i, n, Long::sum));
            node.floor().forEach((i, n) -> floor.merge(i, n, Long::sum));
            node.bundles().forEach(b -> gangs.add(b.gang()));
        }
        var parts = new ArrayList<String>();
        list(demand.requests(), requests, " pending", parts);
        gangs.stream()
                .sorted()
                .limit(SHOWN)
                .forEach(g -> parts.add(of(demand.gangs().get(g))));
        list(demand.floor(), floor, " asked for by request_resources", parts);
        int all = requests.size() + gangs.size() + floor.size();
        String more = all > parts.size() ? " and " + (all - parts.size()) + " more" : "";
        return (parts.isEmpty() ? "demand" : String.join(", ", parts)) + more + " do";
    }

    /** Such as {@code 2 x {CPU: 1} with region=eu, or else any node}. */
    static String of(long count, Demand.Request request) {
        return Words.of(count, request.shape()) + LabelSelector.words(request.selectors());
    }

    static String of(Demand.Gang gang) {
        var bundles = new TreeMap<String, Integer>();
        gang.bundles().forEach(b -> bundles.merge(b.shape() + LabelSelector.words(b.selectors()), 1, Integer::sum));
        String shown = bundles.entrySet().stream()
                .limit(SHOWN)
                .map(e -> e.getValue() + " x " + e.getKey())
                .collect(Collectors.joining(", "));
        String more = bundles.size() > SHOWN ? " and " + (bundles.size() - SHOWN) + " more shapes" : "";
        return "placement group " + gang.id() + " (" + gang.strategy() + ", " + shown + more + ")";
    }

    private static void list(
            List<Demand.Request> requests, Map<Integer, Long> counts, String what, List<String> parts) {
        counts.entrySet().stream()
                .limit(SHOWN)
                .forEach(e -> parts.add(of(e.getValue(), requests.get(e.getKey())) + what));
    }
}
