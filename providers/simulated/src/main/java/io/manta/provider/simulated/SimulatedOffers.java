package io.manta.provider.simulated;

import io.manta.spi.model.NodeType;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Offer.Market;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The offers of a node type, from its {@code node_config}: {@code zones} (a list), {@code spot} (whether to try spot
 * machines first, at a third of the price) and the type's price.
 */
final class SimulatedOffers {
    private static final double SPOT_DISCOUNT = 3;

    private SimulatedOffers() {}

    static List<Offer> of(NodeType type) {
        List<String> zones = type.nodeConfig().get("zones") instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of("");
        OptionalDouble price = type.pricePerHour();
        var offers = new ArrayList<Offer>();
        if (Boolean.TRUE.equals(type.nodeConfig().get("spot"))) {
            OptionalDouble less =
                    price.isPresent() ? OptionalDouble.of(price.getAsDouble() / SPOT_DISCOUNT) : OptionalDouble.empty();
            zones.forEach(zone -> offers.add(new Offer(type.name(), zone, Market.SPOT, "", less)));
        }
        zones.forEach(zone -> offers.add(new Offer(type.name(), zone, Market.ON_DEMAND, "", price)));
        return List.copyOf(offers);
    }
}
