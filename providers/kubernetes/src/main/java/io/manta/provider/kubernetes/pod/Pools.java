package io.manta.provider.kubernetes.pod;

import io.manta.provider.kubernetes.api.Manifest;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Offer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Groups of Kubernetes nodes on which a type's pods may run, best first: {@code node_config.pools}, each with a name, node
 * selectors and tolerations. Each is an offer of its own.
 */
public final class Pools {
    private static final String KEY = "pools";

    private Pools() {}

    /** One of them. */
    public record Pool(String name, boolean spot, Map<?, ?> nodeSelector, List<?> tolerations) {
        void putOn(Map<String, Object> spec) {
            nodeSelector.forEach((key, value) ->
                    Manifest.table(spec, "nodeSelector").put(String.valueOf(key), String.valueOf(value)));
            Manifest.items(spec, "tolerations").addAll(tolerations);
        }
    }

    public static List<Pool> of(NodeType type) {
        var found = new ArrayList<Pool>();
        for (Map<?, ?> pool : Manifest.maps(type.nodeConfig(), KEY)) {
            found.add(new Pool(
                    Manifest.text(pool, "name").orElse("pool-" + (found.size() + 1)),
                    Boolean.TRUE.equals(pool.get("spot")),
                    pool.get("nodeSelector") instanceof Map<?, ?> selector ? selector : Map.of(),
                    pool.get("tolerations") instanceof List<?> list ? list : List.of()));
        }
        return found;
    }

    public static List<Offer> offers(NodeType type) {
        List<Offer> offers = of(type).stream()
                .map(pool -> new Offer(
                        type.name(),
                        "",
                        pool.spot() ? Offer.Market.SPOT : Offer.Market.ON_DEMAND,
                        pool.name(),
                        OptionalDouble.empty()))
                .toList();
        return offers.isEmpty() ? List.of(Offer.plain(type.name())) : offers;
    }

    static Map<String, Object> without(Map<String, Object> nodeConfig) {
        var rest = new LinkedHashMap<>(nodeConfig);
        rest.remove(KEY);
        return rest;
    }
}
