package io.manta.cli.view;

import io.manta.cli.terminal.Durations;
import io.manta.cli.terminal.Paint;
import io.manta.controller.status.StatusReport;
import io.manta.controller.status.StatusReport.FailureLine;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;

/** What {@code manta status} prints: Ray's block, then every node, then whatever needs attention. */
public final class StatusView {
    private StatusView() {}

    public static String text(StatusReport report, Instant now, ZoneId zone, Paint paint) {
        var out = new StringBuilder(StatusBlock.text(report, zone));
        out.append('\n').append(NodeTable.text(report, now, paint));
        CostView.text(report.cost(), now, zone)
                .ifPresent(cost -> out.append("\nCost: ").append(cost).append('\n'));
        if (!report.unmet().isEmpty()) {
            out.append('\n').append(paint.doubtful("Cannot be served:")).append('\n');
            report.unmet()
                    .forEach(unmet -> out.append("  ")
                            .append(unmet.what())
                            .append(": ")
                            .append(unmet.reason())
                            .append('\n'));
        }
        if (!report.paused().isEmpty()) {
            out.append('\n').append(paint.doubtful("Paused node types:")).append('\n');
            report.paused()
                    .forEach(paused -> out.append("  ")
                            .append(paused.nodeType())
                            .append(" for another ")
                            .append(Durations.since(now, paused.until()))
                            .append(": ")
                            .append(paused.reason())
                            .append('\n'));
        }
        // One node's tries repeat each other: the last one tells it all.
        var latest = new LinkedHashMap<String, FailureLine>();
        for (FailureLine failure : report.failures()) {
            latest.put(failure.node() + "/" + failure.step(), failure);
        }
        latest.values().forEach(failure -> out.append('\n').append(FailureView.text(failure, now, paint)));
        if (!report.dashboardUrl().isEmpty()) {
            out.append("\nDashboard: ").append(report.dashboardUrl()).append('\n');
        }
        return out.toString();
    }
}
