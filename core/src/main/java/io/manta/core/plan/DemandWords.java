package io.manta.core.plan;

import io.manta.core.schedule.Schedule.Assignment;
import io.manta.spi.ray.Demand;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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

    static String of(Demand.Gang gang) {
        return "placement group " + gang.id() + " (" + gang.strategy() + ", "
                + gang.bundles().size() + " bundles)";
    }

    private static void list(
            List<Demand.Request> requests, Map<Integer, Long> counts, String what, List<String> parts) {
        counts.entrySet().stream()
                .limit(SHOWN)
                .forEach(e -> parts.add(
                        Words.of(e.getValue(), requests.get(e.getKey()).shape()) + what));
    }
}
