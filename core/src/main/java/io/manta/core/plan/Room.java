package io.manta.core.plan;

import io.manta.core.model.Resources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** One node while it is being filled. */
final class Room {
    final String id;
    final String type;
    final boolean added;
    final Map<String, String> labels;
    Resources free;
    Resources floorFree;
    final Map<Integer, Long> requests = new TreeMap<>();
    final Map<Integer, Long> floor = new TreeMap<>();
    final List<Schedule.BundleRef> bundles = new ArrayList<>();
    final Set<Integer> gangs = new HashSet<>();

    Room(String id, String type, boolean added, Map<String, String> labels, Resources free, Resources total) {
        this.id = id;
        this.type = type;
        this.added = added;
        this.labels = new HashMap<>(labels);
        this.free = free;
        this.floorFree = total;
    }

    boolean accepts(List<LabelSelector> selectors) {
        return accepts(selectors, labels);
    }

    static boolean accepts(List<LabelSelector> selectors, Map<String, String> labels) {
        return selectors.isEmpty() || selectors.stream().anyMatch(s -> s.matches(labels));
    }

    /** How many of {@code shape} fit in {@code free}, at most {@code wanted}. */
    static long fit(Resources shape, Resources free, long wanted) {
        long fit = wanted;
        for (var entry : shape.units().entrySet()) {
            fit = Math.min(fit, Math.max(0, free.get(entry.getKey())) / entry.getValue());
        }
        return fit;
    }

    void hold(int gang, int bundle, Resources shape) {
        free = free.minus(shape);
        bundles.add(new Schedule.BundleRef(gang, bundle));
        gangs.add(gang);
    }

    void release(Schedule.BundleRef bundle, Resources shape) {
        free = free.plus(shape);
        bundles.remove(bundle);
        if (bundles.stream().noneMatch(b -> b.gang() == bundle.gang())) {
            gangs.remove(bundle.gang());
        }
    }

    Schedule.Assignment assignment() {
        return new Schedule.Assignment(id, type, added, Map.copyOf(requests), List.copyOf(bundles), Map.copyOf(floor));
    }
}
