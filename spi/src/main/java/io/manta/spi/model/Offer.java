package io.manta.spi.model;

import java.util.OptionalDouble;

/**
 * One way to get a machine of a node type: where and on which market. Providers list them in order of preference; one that
 * fails for lack of capacity is skipped while the next is tried.
 *
 * @param zone empty where the provider has no zones
 * @param variant a provider's own distinction, such as another instance type; empty when there is none
 */
public record Offer(String nodeType, String zone, Market market, String variant, OptionalDouble pricePerHour) {
    /** How the machine is paid for. */
    public enum Market {
        ON_DEMAND,
        SPOT
    }

    /** The only offer of a type at a provider without zones or markets. */
    public static Offer plain(String nodeType) {
        return new Offer(nodeType, "", Market.ON_DEMAND, "", OptionalDouble.empty());
    }

    /** Identity for cool-downs: everything but the price. */
    public String key() {
        return nodeType + "/" + zone + "/" + market + "/" + variant;
    }

    /** For people: {@code gpu in us-west-2b on spot}. */
    public String words() {
        return (variant.isEmpty() ? nodeType : variant)
                + (zone.isEmpty() ? "" : " in " + zone)
                + (market == Market.SPOT ? " on spot" : "");
    }
}
