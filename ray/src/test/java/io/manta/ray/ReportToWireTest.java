package io.manta.ray;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.ray.wire.AutoscalingState;
import io.manta.ray.wire.ClusterResourceState;
import io.manta.ray.wire.PendingInstanceRequest;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.AutoscalerReport;
import io.manta.spi.ray.AutoscalerReport.Failed;
import io.manta.spi.ray.AutoscalerReport.Pending;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.Demand.Bundle;
import io.manta.spi.ray.Demand.Gang;
import io.manta.spi.ray.Demand.Strategy;
import io.manta.spi.ray.LabelSelector;
import io.manta.spi.ray.LabelSelector.Term;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReportToWireTest {
    private static final Resources EIGHT_GPU = Resources.of("GPU", 8);
    private static final LabelSelector ZONE = new LabelSelector(List.of(new Term("zone", false, Set.of("z1", "z2"))));

    private static AutoscalingState state(
            List<Pending> pending, List<Failed> failed, List<Demand.Request> requests, List<Gang> gangs) {
        return ReportToWire.request(new AutoscalerReport(42, pending, failed, requests, gangs))
                .getAutoscalingState();
    }

    @Test
    void tellsMachinesFromNodesStillBeingAskedFor() {
        var state = state(
                List.of(
                        new Pending("cpu4", "w-1", "10.0.0.5", "setting-up"),
                        new Pending("cpu4", "", "", ""),
                        new Pending("cpu4", "", "", "")),
                List.of(),
                List.of(),
                List.of());
        assertThat(state.getAutoscalerStateVersion()).isEqualTo(42);
        assertThat(state.getPendingInstancesList()).singleElement().satisfies(p -> {
            assertThat(p.getInstanceId()).isEqualTo("w-1");
            assertThat(p.getRayNodeTypeName()).isEqualTo("cpu4");
            assertThat(p.getIpAddress()).isEqualTo("10.0.0.5");
            assertThat(p.getDetails()).isEqualTo("setting-up");
        });
        assertThat(state.getPendingInstanceRequestsList())
                .extracting(PendingInstanceRequest::getCount)
                .containsExactly(1, 1);
    }

    @Test
    void saysFailuresInSeconds() {
        var state = state(
                List.of(),
                List.of(new Failed("gpu8", 2, "no capacity", Instant.ofEpochSecond(100), Instant.ofEpochSecond(160))),
                List.of(),
                List.of());
        assertThat(state.getFailedInstanceRequestsList()).singleElement().satisfies(f -> {
            assertThat(f.getRayNodeTypeName()).isEqualTo("gpu8");
            assertThat(f.getCount()).isEqualTo(2);
            assertThat(f.getReason()).isEqualTo("no capacity");
            assertThat(f.getStartTs()).isEqualTo(100);
            assertThat(f.getFailedTs()).isEqualTo(160);
        });
    }

    @Test
    void saysAnInfeasibleShapeOnceAndOnlyWhenNoSelectorIsToBlame() {
        var state = state(
                List.of(),
                List.of(),
                List.of(
                        new Demand.Request(EIGHT_GPU, 3),
                        new Demand.Request(EIGHT_GPU, 1),
                        new Demand.Request(Resources.of("CPU", 1), List.of(ZONE), 1),
                        new Demand.Request(Resources.NONE, 1)),
                List.of());
        assertThat(state.getInfeasibleResourceRequestsList())
                .singleElement()
                .satisfies(r -> assertThat(r.getResourcesBundleMap()).containsOnlyKeys("GPU"));
    }

    @Test
    void saysGangsAsTheyAreRead() {
        var gang = new Gang("aa", Strategy.STRICT_SPREAD, List.of(new Bundle(EIGHT_GPU, List.of(ZONE))));
        var state = state(List.of(), List.of(), List.of(), List.of(gang));
        var readBack = DemandFromWire.demand(ClusterResourceState.newBuilder()
                .addAllPendingGangResourceRequests(state.getInfeasibleGangResourceRequestsList())
                .build());
        assertThat(readBack.gangs()).containsExactly(gang);
    }
}
