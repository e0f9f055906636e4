package io.manta.provider.aws.offer;

import io.manta.provider.aws.settings.AwsSettings;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Offer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Instance types, markets and zones a node type can be had with: its own settings first, then {@code provider.fallback}. */
public final class Ways {
    private final AwsSettings settings;
    private final PriceList prices;

    public Ways(AwsSettings settings, PriceList prices) {
        this.settings = settings;
        this.prices = prices;
    }

    /**
     * One set of launch settings.
     *
     * @param zones where, in order; empty means wherever there is a subnet
     */
    public record Way(String instanceType, boolean spot, List<String> zones, Map<String, Object> nodeConfig) {
        public Offer.Market market() {
            return spot ? Offer.Market.SPOT : Offer.Market.ON_DEMAND;
        }
    }

    /** A way and a place for it. */
    public record Choice(Offer offer, Way way, Foundation.Subnet place) {}

    public List<Way> of(NodeType type) {
        var ways = new ArrayList<Way>();
        add(ways, type.nodeConfig(), List.of());
        for (Map<String, Object> fallback : settings.fallback()) {
            var merged = new LinkedHashMap<>(type.nodeConfig());
            var zones = new ArrayList<String>();
            fallback.forEach((key, value) -> {
                if (key.equals("availability_zone")) {
                    zones.addAll(AwsSettings.words(value));
                } else if (key.equals("market")) {
                    market(merged, "spot".equals(value));
                } else if (value == null) {
                    merged.remove(key);
                } else {
                    merged.put(key, value);
                }
            });
            if (fallback.containsKey("InstanceType")) {
                merged.remove("InstanceTypes");
            }
            add(ways, merged, zones);
        }
        return ways;
    }

    private static void market(Map<String, Object> nodeConfig, boolean spot) {
        if (spot) {
            nodeConfig.putIfAbsent("InstanceMarketOptions", Map.of("MarketType", "spot"));
        } else {
            nodeConfig.remove("InstanceMarketOptions");
        }
    }

    private static void add(List<Way> ways, Map<String, Object> nodeConfig, List<String> zones) {
        var types = new LinkedHashSet<>(AwsSettings.words(nodeConfig.get("InstanceTypes")));
        if (types.isEmpty()) {
            // A launch template may bring its own.
            String usual = nodeConfig.containsKey("LaunchTemplate") ? "" : "m5.large";
            types.add(String.valueOf(nodeConfig.getOrDefault("InstanceType", usual)));
        }
        boolean spot = "spot"
                .equals(AwsSettings.map(nodeConfig.get("InstanceMarketOptions")).get("MarketType"));
        for (String type : types) {
            var own = new LinkedHashMap<>(nodeConfig);
            if (!type.isEmpty()) {
                own.put("InstanceType", type);
            }
            own.remove("InstanceTypes");
            ways.add(new Way(type, spot, zones, own));
        }
    }

    /** Every way in every zone it may use; a zone counts once per way. */
    public List<Choice> choices(NodeType type, Foundation foundation) {
        var choices = new LinkedHashMap<String, Choice>();
        for (Way way : of(type)) {
            for (Foundation.Subnet place : foundation.places(way.nodeConfig())) {
                if (way.zones().isEmpty() || way.zones().contains(place.zone())) {
                    OptionalDouble price = prices.hourly(settings.region(), way.instanceType(), way.spot());
                    Offer offer = new Offer(type.name(), place.zone(), way.market(), way.instanceType(), price);
                    choices.putIfAbsent(offer.key(), new Choice(offer, way, place));
                }
            }
        }
        return List.copyOf(choices.values());
    }

    /** The choice an offer stands for; the first one when it says nothing. */
    public Optional<Choice> choose(Offer offer, NodeType type, Foundation foundation) {
        List<Choice> all = choices(type, foundation);
        return all.stream()
                .filter(choice -> choice.offer().key().equals(offer.key()))
                .findFirst()
                .or(() -> all.stream().findFirst());
    }
}
