package io.manta.provider.gcp.setting;

import io.manta.provider.gcp.api.Doc;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Offer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Machine types, markets and zones a node type can be had with: its own settings first, then {@code provider.fallback}. */
public final class Ways {
    private static final String USUAL = "n1-standard-2";

    private final GcpSettings settings;
    private final PriceList prices;

    public Ways(GcpSettings settings, PriceList prices) {
        this.settings = settings;
        this.prices = prices;
    }

    /**
     * One set of launch settings.
     *
     * @param machineType its name; empty when a template brings it, or the machine is a TPU's
     * @param zones where, in order; empty means wherever the cluster may be
     */
    public record Way(String machineType, boolean spot, List<String> zones, Map<String, Object> nodeConfig) {
        public Offer.Market market() {
            return spot ? Offer.Market.SPOT : Offer.Market.ON_DEMAND;
        }

        public boolean isTpu() {
            return nodeConfig.containsKey("acceleratorType") || nodeConfig.containsKey("acceleratorConfig");
        }

        /** What it is called in offers. */
        public String variant() {
            return isTpu() ? Tpus.name(nodeConfig) : machineType;
        }

        /** Whether the machine has GPUs, added or built in. */
        public boolean hasGpus() {
            return !new Doc(nodeConfig).docs("guestAccelerators").isEmpty() || machineType.matches("(a[234]|g[24])-.*");
        }

        /** Whether one call can make many: some settings exist for single machines only. */
        public boolean isBulk() {
            return Shapes.BULK.containsAll(nodeConfig.keySet());
        }
    }

    /** A way and a place for it; without a zone, the region chooses. */
    public record Choice(Offer offer, Way way, String zone) {}

    public List<Way> of(NodeType type) {
        var ways = new ArrayList<Way>();
        add(ways, Shapes.tidy(type.nodeConfig()), List.of());
        for (Doc fallback : settings.fallback()) {
            var merged = Shapes.tidy(type.nodeConfig());
            var zones = new ArrayList<String>();
            fallback.map().forEach((key, value) -> {
                if (key.equals("availability_zone")) {
                    zones.addAll(Doc.words(value));
                } else if (key.equals("market")) {
                    Shapes.market(merged, "spot".equals(value));
                } else if (value == null) {
                    merged.remove(key);
                } else {
                    merged.put(key, value);
                }
            });
            if (fallback.has("machineType")) {
                merged.remove("machineTypes");
            }
            add(ways, Shapes.tidy(merged), zones);
        }
        return ways;
    }

    private static void add(List<Way> ways, Map<String, Object> nodeConfig, List<String> zones) {
        Doc node = new Doc(nodeConfig);
        var types = new LinkedHashSet<>(node.words("machineTypes"));
        if (types.isEmpty()) {
            boolean brought = node.has("sourceInstanceTemplate")
                    || node.has("sourceMachineImage")
                    || node.has("acceleratorType")
                    || node.has("acceleratorConfig");
            types.add(node.has("machineType") ? node.name("machineType") : brought ? "" : USUAL);
        }
        for (String type : types) {
            var own = new LinkedHashMap<>(nodeConfig);
            own.remove("machineTypes");
            if (!type.isEmpty()) {
                own.put("machineType", type);
            }
            ways.add(new Way(type, Shapes.isSpot(node), zones, own));
        }
    }

    /** Every way in every zone it may use. */
    public List<Choice> choices(NodeType type) {
        var choices = new LinkedHashMap<String, Choice>();
        for (Way way : of(type)) {
            for (String zone : zones(way)) {
                Offer offer = new Offer(
                        type.name(), zone, way.market(), way.variant(), prices.hourly(settings.region(), way));
                choices.putIfAbsent(offer.key(), new Choice(offer, way, zone));
            }
        }
        return List.copyOf(choices.values());
    }

    private List<String> zones(Way way) {
        List<String> wanted = way.zones().isEmpty() ? settings.zones() : way.zones();
        if (!wanted.isEmpty()) {
            return wanted;
        }
        String region = settings.region();
        // The region chooses for calls that make many; others need a zone.
        return way.isBulk() && !way.isTpu() ? List.of("") : List.of(region + "-a", region + "-b", region + "-c");
    }

    /** The choice an offer stands for; the first one when it says nothing. */
    public Choice choose(Offer offer, NodeType type) {
        List<Choice> all = choices(type);
        Optional<Choice> exact = all.stream()
                .filter(choice -> choice.offer().key().equals(offer.key()))
                .findFirst();
        return exact.orElse(all.getFirst());
    }
}
