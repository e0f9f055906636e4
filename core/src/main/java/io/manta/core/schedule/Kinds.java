package io.manta.core.schedule;

import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.Demand.Bundle;
import io.manta.spi.ray.Demand.Gang;
import io.manta.spi.ray.Demand.Strategy;
import io.manta.spi.ray.LabelSelector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Demand sorted into {@link Kind}s, in an order that does not depend on the order of the demand. */
final class Kinds {
    private static final Comparator<Kind> LARGEST_FIRST = Comparator.<Kind>comparingInt(
                    k -> -k.key.selectors().size())
            .thenComparingDouble(k -> -Weights.of(k.key.shape()))
            .thenComparing(k -> k.key.text());

    private final Map<Kind.Key, Kind> byKey = new HashMap<>();
    private final Map<Integer, List<Kind.Key>> ofGang = new HashMap<>();

    static Kinds ofRequests(List<Demand.Request> requests) {
        var kinds = new Kinds();
        for (int i = 0; i < requests.size(); i++) {
            kinds.request(i, requests.get(i));
        }
        return kinds;
    }

    void request(int index, Demand.Request request) {
        if (request.count() > 0) {
            var selectors =
                    request.selectors().isEmpty() ? List.<List<LabelSelector>>of() : List.of(request.selectors());
            add(
                    new Kind.Key(request.shape(), selectors, Optional.empty(), Optional.empty(), Optional.empty()),
                    new Kind.Source(index, -1, List.of(), request.count()));
        }
    }

    /**
     * Adds a gang.
     *
     * @param granted treat a soft wish as if it were strict
     * @param marked whether some node already holds a bundle of it
     * @param fitsOnOne whether one node could hold so much; a wish to be together that cannot be granted is dropped
     */
    void gang(int index, Gang gang, boolean granted, boolean marked, Predicate<Kind.Key> fitsOnOne) {
        Optional<String> marker = Optional.of(gang.markerLabel());
        switch (gang.strategy()) {
            case STRICT_PACK -> together(index, gang, marked ? marker : Optional.empty());
            case STRICT_SPREAD -> each(index, gang, marker, marker);
            case PACK -> {
                if (granted && fitsOnOne.test(sum(gang, Optional.empty()))) {
                    together(index, gang, Optional.empty());
                } else {
                    each(index, gang, Optional.empty(), Optional.empty());
                }
            }
            case SPREAD -> each(index, gang, granted ? marker : Optional.empty(), Optional.empty());
        }
    }

    private void together(int index, Gang gang, Optional<String> require) {
        var bundles = new ArrayList<Integer>();
        for (int b = 0; b < gang.bundles().size(); b++) {
            bundles.add(b);
        }
        Kind.Key key = sum(gang, require);
        ofGang.computeIfAbsent(index, g -> new ArrayList<>()).add(key);
        add(key, new Kind.Source(-1, index, bundles, 1));
    }

    private static Kind.Key sum(Gang gang, Optional<String> require) {
        Resources sum = Resources.NONE;
        var selectors = new ArrayList<List<LabelSelector>>();
        for (Bundle bundle : gang.bundles()) {
            sum = sum.plus(bundle.shape());
            if (!bundle.selectors().isEmpty() && !selectors.contains(bundle.selectors())) {
                selectors.add(bundle.selectors());
            }
        }
        return new Kind.Key(sum, List.copyOf(selectors), Optional.empty(), Optional.empty(), require);
    }

    private void each(int index, Gang gang, Optional<String> apart, Optional<String> avoid) {
        for (int b = 0; b < gang.bundles().size(); b++) {
            Bundle bundle = gang.bundles().get(b);
            var selectors = bundle.selectors().isEmpty() ? List.<List<LabelSelector>>of() : List.of(bundle.selectors());
            Kind.Key key = new Kind.Key(bundle.shape(), selectors, apart, avoid, Optional.empty());
            ofGang.computeIfAbsent(index, g -> new ArrayList<>()).add(key);
            add(key, new Kind.Source(-1, index, List.of(b), 1));
        }
    }

    private void add(Kind.Key key, Kind.Source source) {
        byKey.computeIfAbsent(key, Kind::new).add(source);
    }

    /** The kinds in their order. */
    List<Kind> sorted() {
        return byKey.values().stream().sorted(LARGEST_FIRST).toList();
    }

    /** The pieces of one gang, a key for each. */
    List<Kind.Key> piecesOf(int gang) {
        return ofGang.getOrDefault(gang, List.of());
    }

    static boolean isLoose(Gang gang) {
        return gang.strategy() == Strategy.PACK || gang.strategy() == Strategy.SPREAD;
    }
}
