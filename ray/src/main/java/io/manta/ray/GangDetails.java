package io.manta.ray;

import io.manta.ray.wire.PlacementConstraint;
import io.manta.ray.wire.ResourceRequest;
import io.manta.spi.ray.Demand.Strategy;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The identity and strategy of a placement group. Ray gives both only in a text made for people,
 * {@code <id>:<strategy>|<state>}; the constraints on the bundles, which name the strict strategies, are the second source.
 */
final class GangDetails {
    private static final String MARKER = "_PG_";

    private GangDetails() {}

    static String id(String details, List<ResourceRequest> bundles) {
        int colon = details.indexOf(':');
        if (colon > 0) {
            return details.substring(0, colon);
        }
        return constraints(bundles)
                .map(c -> c.hasAffinity()
                        ? c.getAffinity().getLabelName()
                        : c.getAntiAffinity().getLabelName())
                .filter(label -> label.startsWith(MARKER))
                .map(label -> label.substring(MARKER.length()))
                .findFirst()
                .orElse(details);
    }

    static Strategy strategy(String details, List<ResourceRequest> bundles) {
        return named(details).orElseGet(() -> implied(bundles));
    }

    private static Optional<Strategy> named(String details) {
        int colon = details.indexOf(':');
        int bar = details.indexOf('|', colon + 1);
        String name = details.substring(colon + 1, bar < 0 ? details.length() : bar);
        return Stream.of(Strategy.values()).filter(s -> s.name().equals(name)).findFirst();
    }

    private static Strategy implied(List<ResourceRequest> bundles) {
        if (constraints(bundles).anyMatch(PlacementConstraint::hasAntiAffinity)) {
            return Strategy.STRICT_SPREAD;
        }
        if (constraints(bundles).anyMatch(PlacementConstraint::hasAffinity)) {
            return Strategy.STRICT_PACK;
        }
        return Strategy.PACK;
    }

    private static Stream<PlacementConstraint> constraints(List<ResourceRequest> bundles) {
        return bundles.stream().flatMap(b -> b.getPlacementConstraintsList().stream());
    }
}
