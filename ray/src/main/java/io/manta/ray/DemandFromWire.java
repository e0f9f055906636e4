package io.manta.ray;

import io.manta.ray.wire.ClusterResourceState;
import io.manta.ray.wire.GangResourceRequest;
import io.manta.ray.wire.LabelSelectorConstraint;
import io.manta.ray.wire.LabelSelectorOperator;
import io.manta.ray.wire.ResourceRequest;
import io.manta.ray.wire.ResourceRequestByCount;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.Demand.Bundle;
import io.manta.spi.ray.Demand.Gang;
import io.manta.spi.ray.Demand.Request;
import io.manta.spi.ray.LabelSelector;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Reads what waits for capacity: tasks and actors, placement groups, and {@code request_resources}. Pure and total. */
final class DemandFromWire {
    private DemandFromWire() {}

    static Demand demand(ClusterResourceState wire) {
        return new Demand(
                requests(wire.getPendingResourceRequestsList().stream()),
                wire.getPendingGangResourceRequestsList().stream()
                        .map(DemandFromWire::gang)
                        .filter(gang -> !gang.bundles().isEmpty())
                        .toList(),
                requests(wire.getClusterResourceConstraintsList().stream()
                        .flatMap(constraint -> constraint.getResourceRequestsList().stream())));
    }

    private static List<Request> requests(Stream<ResourceRequestByCount> wire) {
        return wire.filter(r -> r.getCount() > 0 && !waitsForOneNode(r.getRequest()))
                .map(r -> new Request(shape(r.getRequest()), selectors(r.getRequest()), r.getCount()))
                .toList();
    }

    /** Tasks pinned to a node, or inside a placement group, wait for that very capacity: no new node can serve them. */
    private static boolean waitsForOneNode(ResourceRequest wire) {
        return wire.getResourcesBundleMap().keySet().stream().anyMatch(PseudoResources::isPseudo);
    }

    private static Gang gang(GangResourceRequest wire) {
        // Ray from 2.50 on says the bundles twice; the selectors' list is the one that stays.
        List<ResourceRequest> bundles = wire.getBundleSelectorsCount() > 0
                ? wire.getBundleSelectors(0).getResourceRequestsList()
                : wire.getRequestsList();
        return new Gang(
                GangDetails.id(wire.getDetails(), bundles),
                GangDetails.strategy(wire.getDetails(), bundles),
                bundles.stream().map(b -> new Bundle(shape(b), selectors(b))).toList());
    }

    private static Resources shape(ResourceRequest wire) {
        return Resources.of(wire.getResourcesBundleMap());
    }

    /** One empty selector is how Ray writes "any node". */
    private static List<LabelSelector> selectors(ResourceRequest wire) {
        List<LabelSelector> selectors = wire.getLabelSelectorsList().stream()
                .map(s -> new LabelSelector(s.getLabelConstraintsList().stream()
                        .map(DemandFromWire::term)
                        .toList()))
                .toList();
        return selectors.stream().allMatch(s -> s.terms().isEmpty()) ? List.of() : selectors;
    }

    private static LabelSelector.Term term(LabelSelectorConstraint wire) {
        return new LabelSelector.Term(
                wire.getLabelKey(),
                wire.getOperator() == LabelSelectorOperator.LABEL_OPERATOR_NOT_IN,
                Set.copyOf(wire.getLabelValuesList()));
    }
}
