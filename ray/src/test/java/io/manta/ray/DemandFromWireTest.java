package io.manta.ray;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.ray.wire.AffinityConstraint;
import io.manta.ray.wire.AntiAffinityConstraint;
import io.manta.ray.wire.BundleSelector;
import io.manta.ray.wire.ClusterResourceConstraint;
import io.manta.ray.wire.ClusterResourceState;
import io.manta.ray.wire.GangResourceRequest;
import io.manta.ray.wire.LabelSelectorConstraint;
import io.manta.ray.wire.LabelSelectorOperator;
import io.manta.ray.wire.PlacementConstraint;
import io.manta.ray.wire.ResourceRequest;
import io.manta.ray.wire.ResourceRequestByCount;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.Demand.Strategy;
import io.manta.spi.ray.LabelSelector;
import io.manta.spi.ray.LabelSelector.Term;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DemandFromWireTest {
    private static final String GROUP = "c4fa".repeat(9);
    private static final Resources ONE_CPU = Resources.of("CPU", 1);

    private static ResourceRequest.Builder cpus(double count) {
        return ResourceRequest.newBuilder().putResourcesBundle("CPU", count);
    }

    private static io.manta.ray.wire.LabelSelector selector(
            String key, LabelSelectorOperator operator, String... values) {
        return io.manta.ray.wire.LabelSelector.newBuilder()
                .addLabelConstraints(LabelSelectorConstraint.newBuilder()
                        .setLabelKey(key)
                        .setOperator(operator)
                        .addAllLabelValues(List.of(values)))
                .build();
    }

    private static Demand pending(ResourceRequest.Builder request, long count) {
        return DemandFromWire.demand(ClusterResourceState.newBuilder()
                .addPendingResourceRequests(
                        ResourceRequestByCount.newBuilder().setRequest(request).setCount(count))
                .build());
    }

    private static Demand gang(GangResourceRequest.Builder gang) {
        return DemandFromWire.demand(ClusterResourceState.newBuilder()
                .addPendingGangResourceRequests(gang)
                .build());
    }

    @Test
    void readsTasksWithTheirCount() {
        assertThat(pending(cpus(1), 5).requests()).containsExactly(new Demand.Request(ONE_CPU, 5));
    }

    @Test
    void takesOneEmptySelectorForAnyNode() {
        var request = cpus(1).addLabelSelectors(io.manta.ray.wire.LabelSelector.getDefaultInstance());
        assertThat(pending(request, 1).requests()).containsExactly(new Demand.Request(ONE_CPU, 1));
    }

    @Test
    void readsSelectorsInOrderOfPreference() {
        var request = cpus(1).addLabelSelectors(selector("zone", LabelSelectorOperator.LABEL_OPERATOR_IN, "z2", "z1"))
                .addLabelSelectors(selector("tier", LabelSelectorOperator.LABEL_OPERATOR_NOT_IN, "spot"));
        assertThat(pending(request, 1).requests().getFirst().selectors())
                .containsExactly(
                        new LabelSelector(List.of(new Term("zone", false, Set.of("z1", "z2")))),
                        new LabelSelector(List.of(new Term("tier", true, Set.of("spot")))));
    }

    @Test
    void keepsAnEmptySelectorThatIsAFallback() {
        var request = cpus(1).addLabelSelectors(selector("zone", LabelSelectorOperator.LABEL_OPERATOR_IN, "z1"))
                .addLabelSelectors(io.manta.ray.wire.LabelSelector.getDefaultInstance());
        assertThat(pending(request, 1).requests().getFirst().selectors())
                .hasSize(2)
                .last()
                .isEqualTo(LabelSelector.ANY);
    }

    @Test
    void leavesOutTasksThatNoNewNodeCouldServe() {
        assertThat(pending(ResourceRequest.newBuilder().putResourcesBundle("CPU_group_0_" + GROUP, 1), 3)
                        .requests())
                .isEmpty();
        assertThat(pending(cpus(1).putResourcesBundle("node:10.0.0.9", 0.001), 3)
                        .requests())
                .isEmpty();
        assertThat(pending(cpus(1), 0).requests()).isEmpty();
    }

    @Test
    void keepsTasksThatAskForWhatEveryNodeHasOneOf() {
        assertThat(pending(cpus(1).putResourcesBundle("node:__internal_implicit_resource_app:x", 0.5), 3)
                        .requests())
                .singleElement()
                .satisfies(r -> assertThat(r.shape().amount("node:__internal_implicit_resource_app:x"))
                        .isEqualTo(0.5));
    }

    @ParameterizedTest
    @EnumSource
    void readsTheStrategyFromTheDetails(Strategy strategy) {
        var gang = gang(GangResourceRequest.newBuilder()
                        .setDetails(GROUP + ":" + strategy + "|PENDING")
                        .addRequests(cpus(2)))
                .gangs()
                .getFirst();
        assertThat(gang.strategy()).isEqualTo(strategy);
        assertThat(gang.id()).isEqualTo(GROUP);
        assertThat(gang.markerLabel()).isEqualTo("_PG_" + GROUP);
    }

    @Test
    void fallsBackToTheConstraintsWhenTheDetailsSayNothing() {
        var apart = PlacementConstraint.newBuilder()
                .setAntiAffinity(AntiAffinityConstraint.newBuilder().setLabelName("_PG_" + GROUP));
        var together = PlacementConstraint.newBuilder()
                .setAffinity(AffinityConstraint.newBuilder().setLabelName("_PG_" + GROUP));
        var spread = gang(GangResourceRequest.newBuilder().addRequests(cpus(1).addPlacementConstraints(apart)))
                .gangs()
                .getFirst();
        var pack = gang(GangResourceRequest.newBuilder().addRequests(cpus(1).addPlacementConstraints(together)))
                .gangs()
                .getFirst();
        var plain = gang(GangResourceRequest.newBuilder().addRequests(cpus(1)))
                .gangs()
                .getFirst();
        assertThat(spread.strategy()).isEqualTo(Strategy.STRICT_SPREAD);
        assertThat(spread.id()).isEqualTo(GROUP);
        assertThat(pack.strategy()).isEqualTo(Strategy.STRICT_PACK);
        assertThat(pack.id()).isEqualTo(GROUP);
        assertThat(plain.strategy()).isEqualTo(Strategy.PACK);
    }

    @Test
    void countsBundlesOnceThoughRaySaysThemTwice() {
        var gang = gang(GangResourceRequest.newBuilder()
                        .addRequests(cpus(1))
                        .addRequests(cpus(1))
                        .addBundleSelectors(BundleSelector.newBuilder()
                                .addResourceRequests(cpus(1))
                                .addResourceRequests(cpus(1).addLabelSelectors(
                                                selector("zone", LabelSelectorOperator.LABEL_OPERATOR_IN, "z1"))))
                        .addBundleSelectors(BundleSelector.newBuilder().addResourceRequests(cpus(9))))
                .gangs()
                .getFirst();
        assertThat(gang.bundles()).hasSize(2);
        assertThat(gang.bundles().getFirst()).isEqualTo(new Demand.Bundle(ONE_CPU, List.of()));
        assertThat(gang.bundles().getLast().selectors()).hasSize(1);
    }

    @Test
    void skipsGangsWithoutBundles() {
        assertThat(gang(GangResourceRequest.newBuilder().setDetails(GROUP + ":PACK|CREATED"))
                        .gangs())
                .isEmpty();
        assertThat(gang(GangResourceRequest.newBuilder().addBundleSelectors(BundleSelector.getDefaultInstance()))
                        .gangs())
                .isEmpty();
    }

    @Test
    void readsRequestResourcesAsTheFloor() {
        var demand = DemandFromWire.demand(ClusterResourceState.newBuilder()
                .addClusterResourceConstraints(ClusterResourceConstraint.newBuilder()
                        .addResourceRequests(ResourceRequestByCount.newBuilder()
                                .setRequest(cpus(1))
                                .setCount(6)))
                .addClusterResourceConstraints(ClusterResourceConstraint.newBuilder()
                        .addResourceRequests(ResourceRequestByCount.newBuilder()
                                .setRequest(cpus(4))
                                .setCount(1)))
                .build());
        assertThat(demand.floor())
                .containsExactly(new Demand.Request(ONE_CPU, 6), new Demand.Request(Resources.of("CPU", 4), 1));
        assertThat(demand.requests()).isEmpty();
    }
}
