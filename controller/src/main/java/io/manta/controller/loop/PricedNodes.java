package io.manta.controller.loop;

import io.manta.controller.status.DemandReport;
import io.manta.controller.status.StatusReport.Cost;
import io.manta.controller.status.StatusReport.MachineLine;
import io.manta.controller.status.StatusReport.NodeLine;
import io.manta.controller.status.StatusReport.Setting;
import io.manta.controller.status.StatusReport.SkippedLine;
import io.manta.controller.status.StatusReport.TypeLine;
import io.manta.controller.status.StatusReport.UnmetLine;
import io.manta.controller.status.StatusReport.Usage;
import io.manta.core.model.Node;
import io.manta.core.plan.Cooldowns;
import io.manta.core.plan.Plan;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Resources;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.RayNode;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** What the report says of types, offers and money. A price that nobody names stays unknown. */
final class PricedNodes {
    private final ClusterConfig config;
    private final NodeProvider provider;
    private final Map<String, List<Offer>> offers = new HashMap<>();

    PricedNodes(ClusterConfig config, NodeProvider provider) {
        this.config = config;
        this.provider = provider;
        config.nodeTypes()
                .keySet()
                .forEach(type -> offers.put(type, provider.features().offers(type)));
    }

    Setting setting(String raySession) {
        String region = config.provider()
                .text("region")
                .or(() -> config.provider().text("availability_zone"))
                .orElse("");
        return new Setting(
                region,
                raySession,
                config.nodeTypes().values().stream()
                        .map(type -> new TypeLine(
                                type.name(),
                                DemandReport.amounts(type.resources()),
                                type.minWorkers(),
                                type.maxWorkers(),
                                price(type.name(), Optional.empty())))
                        .toList());
    }

    MachineLine machine(Node node) {
        Optional<Offer> offer = node.machine().flatMap(Machine::offer);
        return new MachineLine(
                node.machine().map(m -> m.id().value()).orElse(""),
                offer.map(Offer::zone).orElse(""),
                offer.map(o -> o.market().name().toLowerCase(Locale.ROOT)).orElse(""),
                price(node.type(), offer),
                node.ray().map(ray -> ray.idle().toSeconds()).orElse(0L),
                node.ray().filter(RayNode::isAlive).map(PricedNodes::use).orElse(Map.of()));
    }

    private static Map<String, Usage> use(RayNode ray) {
        var out = new TreeMap<String, Usage>();
        for (String name : ray.total().units().keySet()) {
            if (name.startsWith("node:")) {
                continue;
            }
            double total = ray.total().amount(name);
            out.put(name, new Usage(total - ray.available().amount(name), total));
        }
        return out;
    }

    /** The machine's own offer knows best, then what the user wrote, then what the first offer of the type would cost. */
    private OptionalDouble price(String type, Optional<Offer> offer) {
        if (offer.isPresent() && offer.get().pricePerHour().isPresent()) {
            return offer.get().pricePerHour();
        }
        List<Offer> listed = offers.getOrDefault(type, List.of());
        if (offer.isPresent()) {
            for (Offer other : listed) {
                if (other.key().equals(offer.get().key())
                        && other.pricePerHour().isPresent()) {
                    return other.pricePerHour();
                }
            }
        }
        NodeType known = config.nodeTypes().get(type);
        if (known != null && known.pricePerHour().isPresent()) {
            return known.pricePerHour();
        }
        return offer.isPresent() || listed.isEmpty()
                ? OptionalDouble.empty()
                : listed.getFirst().pricePerHour();
    }

    List<SkippedLine> skipped(Cooldowns cooldowns, Instant now) {
        return offers.values().stream()
                .flatMap(List::stream)
                .flatMap(offer -> cooldowns
                        .offer(NodeRole.WORKER, offer, now)
                        .or(() -> cooldowns.offer(NodeRole.HEAD, offer, now))
                        .map(hold -> new SkippedLine(
                                offer.nodeType(),
                                offer.zone(),
                                offer.market().name().toLowerCase(Locale.ROOT),
                                offer.variant(),
                                hold.until(),
                                hold.reason()))
                        .stream())
                .toList();
    }

    /** Of machines that exist; a wish costs nothing yet. */
    Cost cost(List<NodeLine> nodes) {
        double sum = 0;
        int priced = 0;
        int unpriced = 0;
        for (NodeLine node : nodes) {
            if (node.machine().id().isEmpty()) {
                continue;
            }
            OptionalDouble price = node.machine().pricePerHour();
            if (price.isPresent()) {
                sum += price.getAsDouble();
                priced++;
            } else {
                unpriced++;
            }
        }
        boolean charged = provider.features().traits().costsMoney() || priced > 0;
        boolean known = priced > 0 || (charged && unpriced == 0);
        return new Cost(
                charged,
                known ? OptionalDouble.of(sum) : OptionalDouble.empty(),
                charged ? unpriced : 0,
                OptionalDouble.empty(),
                Optional.empty());
    }

    static UnmetLine unmet(Plan.Unmet unmet, Demand demand) {
        Resources all = switch (unmet.kind()) {
            case REQUEST -> shape(demand.requests(), unmet);
            case FLOOR -> shape(demand.floor(), unmet);
            case GANG ->
                unmet.index() < 0 || unmet.index() >= demand.gangs().size()
                        ? Resources.NONE
                        : demand.gangs().get(unmet.index()).bundles().stream()
                                .map(Demand.Bundle::shape)
                                .reduce(Resources.NONE, Resources::plus);
            case MINIMUM -> Resources.NONE;
        };
        return new UnmetLine(
                unmet.what(),
                unmet.reason(),
                unmet.kind().name().toLowerCase(Locale.ROOT),
                unmet.count(),
                unmet.permanent(),
                DemandReport.amounts(all));
    }

    private static Resources shape(List<Demand.Request> requests, Plan.Unmet unmet) {
        boolean there = unmet.index() >= 0 && unmet.index() < requests.size();
        return there ? Resources.NONE.plus(requests.get(unmet.index()).shape(), unmet.count()) : Resources.NONE;
    }
}
