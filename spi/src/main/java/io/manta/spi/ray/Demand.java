package io.manta.spi.ray;

import io.manta.spi.model.Resources;
import java.util.List;

/**
 * What the cluster is asked to run and cannot run right now.
 *
 * @param requests tasks and actors, equal ones counted together
 * @param gangs placement groups: all bundles or none
 * @param floor {@code request_resources}: total capacity that must exist, whatever runs on it
 */
public record Demand(List<Request> requests, List<Gang> gangs, List<Request> floor) {
    public static final Demand NONE = new Demand(List.of(), List.of(), List.of());

    /**
     * Equal requests.
     *
     * @param selectors alternatives in order of preference; empty means any node
     */
    public record Request(Resources shape, List<LabelSelector> selectors, long count) {
        public Request {
            selectors = List.copyOf(selectors);
        }

        public Request(Resources shape, long count) {
            this(shape, List.of(), count);
        }
    }

    /** A placement group still to be placed, in whole or in part. */
    public record Gang(String id, Strategy strategy, List<Bundle> bundles) {
        public Gang {
            bundles = List.copyOf(bundles);
        }

        /** The node label that marks nodes already holding a bundle of this group. */
        public String markerLabel() {
            return "_PG_" + id;
        }
    }

    /** One member of a gang. */
    public record Bundle(Resources shape, List<LabelSelector> selectors) {
        public Bundle {
            selectors = List.copyOf(selectors);
        }
    }

    /** How a gang's bundles lie to each other. The soft ones are wishes. */
    public enum Strategy {
        PACK,
        SPREAD,
        STRICT_PACK,
        STRICT_SPREAD
    }

    public Demand {
        requests = List.copyOf(requests);
        gangs = List.copyOf(gangs);
        floor = List.copyOf(floor);
    }

    public boolean isEmpty() {
        return requests.isEmpty() && gangs.isEmpty() && floor.isEmpty();
    }
}
