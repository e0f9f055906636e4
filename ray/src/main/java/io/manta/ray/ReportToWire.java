package io.manta.ray;

import io.manta.ray.wire.AutoscalingState;
import io.manta.ray.wire.BundleSelector;
import io.manta.ray.wire.FailedInstanceRequest;
import io.manta.ray.wire.GangResourceRequest;
import io.manta.ray.wire.LabelSelectorConstraint;
import io.manta.ray.wire.LabelSelectorOperator;
import io.manta.ray.wire.PendingInstance;
import io.manta.ray.wire.PendingInstanceRequest;
import io.manta.ray.wire.ReportAutoscalingStateRequest;
import io.manta.ray.wire.ResourceRequest;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.AutoscalerReport;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.LabelSelector;
import java.util.List;

/** Says what we are doing in Ray's terms, for {@code ray status} and its dashboard. Pure. */
final class ReportToWire {
    private ReportToWire() {}

    static ReportAutoscalingStateRequest request(AutoscalerReport report) {
        var state = AutoscalingState.newBuilder().setAutoscalerStateVersion(report.version());
        for (var pending : report.pending()) {
            if (pending.instanceId().isEmpty()) {
                state.addPendingInstanceRequests(launching(pending));
            } else {
                state.addPendingInstances(coming(pending));
            }
        }
        report.failed().forEach(failed -> state.addFailedInstanceRequests(failed(failed)));
        report.infeasibleRequests().stream()
                .filter(ReportToWire::maySayInfeasible)
                .map(Demand.Request::shape)
                .distinct()
                .forEach(shape -> state.addInfeasibleResourceRequests(bundle(shape, List.of())));
        report.infeasibleGangs().forEach(gang -> state.addInfeasibleGangResourceRequests(gang(gang)));
        return ReportAutoscalingStateRequest.newBuilder()
                .setAutoscalingState(state)
                .build();
    }

    /**
     * A Ray told to give up early cancels every task of a shape reported here, whatever its selectors; so only shapes that
     * are asked for without any are said.
     */
    private static boolean maySayInfeasible(Demand.Request request) {
        return request.selectors().isEmpty() && !request.shape().isEmpty();
    }

    /** One entry per node: Ray's formatter counts the entries and ignores their counts. */
    private static PendingInstanceRequest launching(AutoscalerReport.Pending pending) {
        return PendingInstanceRequest.newBuilder()
                .setRayNodeTypeName(pending.nodeType())
                .setCount(1)
                .build();
    }

    private static PendingInstance coming(AutoscalerReport.Pending pending) {
        return PendingInstance.newBuilder()
                .setRayNodeTypeName(pending.nodeType())
                .setInstanceId(pending.instanceId())
                .setIpAddress(pending.address())
                .setDetails(pending.details())
                .build();
    }

    private static FailedInstanceRequest failed(AutoscalerReport.Failed failed) {
        return FailedInstanceRequest.newBuilder()
                .setRayNodeTypeName(failed.nodeType())
                .setCount(failed.count())
                .setReason(failed.reason())
                .setStartTs(failed.startedAt().getEpochSecond())
                .setFailedTs(failed.failedAt().getEpochSecond())
                .build();
    }

    private static GangResourceRequest gang(Demand.Gang gang) {
        var bundles = gang.bundles().stream()
                .map(b -> bundle(b.shape(), b.selectors()))
                .toList();
        return GangResourceRequest.newBuilder()
                .addAllRequests(bundles)
                .addBundleSelectors(BundleSelector.newBuilder().addAllResourceRequests(bundles))
                .setDetails(gang.id() + ":" + gang.strategy() + "|INFEASIBLE")
                .build();
    }

    private static ResourceRequest bundle(Resources shape, List<LabelSelector> selectors) {
        var bundle = ResourceRequest.newBuilder();
        shape.units().keySet().forEach(name -> bundle.putResourcesBundle(name, shape.amount(name)));
        selectors.forEach(selector -> bundle.addLabelSelectors(selector(selector)));
        return bundle.build();
    }

    private static io.manta.ray.wire.LabelSelector selector(LabelSelector selector) {
        var wire = io.manta.ray.wire.LabelSelector.newBuilder();
        for (var term : selector.terms()) {
            wire.addLabelConstraints(LabelSelectorConstraint.newBuilder()
                    .setLabelKey(term.key())
                    .setOperator(
                            term.negated()
                                    ? LabelSelectorOperator.LABEL_OPERATOR_NOT_IN
                                    : LabelSelectorOperator.LABEL_OPERATOR_IN)
                    .addAllLabelValues(term.values().stream().sorted().toList()));
        }
        return wire.build();
    }
}
