package io.manta.core.schedule;

import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Demand, and the capacity that may serve it: nodes that exist or are on their way, and node types that may be bought.
 *
 * @param maxNew how many nodes may be added in all
 */
public record SchedulingProblem(List<Host> hosts, List<Stock> stock, int maxNew, Demand demand, Rules rules) {
    /**
     * How far to go.
     *
     * @param wholeFloor serve the floor completely or not at all, instead of as much of it as possible
     * @param noDearer where limits leave demand over anyway, do not spend more than a plain best-fit would in order to serve
     *     more of it
     */
    public record Rules(boolean wholeFloor, boolean noDearer) {
        /** As much as limits allow. */
        public static final Rules SERVE_MOST = new Rules(false, false);

        /** No entry of the floor without the others, and never dearer than Ray's own autoscaler. */
        public static final Rules AS_RAY = new Rules(true, true);
    }

    /**
     * A node that exists, is on its way, or is already decided.
     *
     * @param id unique among hosts
     * @param total what it has, against which the floor is measured
     * @param free what is unused now, against which requests and gangs are measured
     * @param labels Ray's markers of placement groups included
     * @param spare it would be ended if nothing were placed on it, so it is used last
     */
    public record Host(
            String id, String type, Resources total, Resources free, Map<String, String> labels, boolean spare) {
        public Host {
            labels = Map.copyOf(labels);
        }
    }

    /**
     * A type that may be bought.
     *
     * @param limit how many more may be added
     * @param limitReason what to say when the limit keeps demand from being served
     * @param priority breaks ties, larger first
     * @param availability how likely it is to be had, 0 to 1; breaks ties before the priority does
     */
    public record Stock(
            String type,
            Resources resources,
            Map<String, String> labels,
            OptionalDouble pricePerHour,
            int limit,
            String limitReason,
            int priority,
            double availability) {
        public Stock {
            labels = Map.copyOf(labels);
        }

        public Stock withLimit(int newLimit) {
            return new Stock(type, resources, labels, pricePerHour, newLimit, limitReason, priority, availability);
        }

        public Stock withResources(Resources all) {
            return new Stock(type, all, labels, pricePerHour, limit, limitReason, priority, availability);
        }
    }

    public SchedulingProblem {
        hosts = List.copyOf(hosts);
        stock = List.copyOf(stock);
    }
}
