package io.manta.spi.provider;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What {@code up} would come to, found out without changing anything.
 *
 * @param things what would be made, used as it is, or changed
 * @param prices what machines cost, by node type; empty where they cost nothing
 * @param priceSource where the prices come from, and of which day they are
 */
public record Outlook(List<Thing> things, List<Price> prices, String priceSource) {
    public static final Outlook NONE = new Outlook(List.of(), List.of(), "");

    /** What happens to a thing. */
    public enum Change {
        CREATE,
        REUSE,
        CHANGE
    }

    /** One thing besides machines, such as a security group. */
    public record Thing(Change change, String kind, String name, String why) {}

    /**
     * US dollars per hour for one machine.
     *
     * @param machine such as {@code m5.large (spot)}
     * @param least how many of them the cluster has at least, the head included
     * @param most how many at most
     */
    public record Price(
            String nodeType,
            String machine,
            OptionalDouble onDemand,
            OptionalDouble spot,
            boolean usesSpot,
            int least,
            int most) {
        /** What one costs on the market it is bought on. */
        public OptionalDouble hourly() {
            return usesSpot ? spot : onDemand;
        }
    }

    public Outlook {
        things = List.copyOf(things);
        prices = List.copyOf(prices);
    }
}
