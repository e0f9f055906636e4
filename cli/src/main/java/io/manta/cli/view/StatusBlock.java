package io.manta.cli.view;

import io.manta.controller.status.StatusReport;
import io.manta.controller.status.StatusReport.FailureLine;
import io.manta.controller.status.StatusReport.NodeLine;
import io.manta.controller.status.StatusReport.Usage;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The block that Ray's users know by heart, line for line. */
final class StatusBlock {
    private static final double GIB = 1L << 30;

    private final StringBuilder out = new StringBuilder();

    private StatusBlock() {}

    static String text(StatusReport report, ZoneId zone) {
        return new StatusBlock().write(report, zone);
    }

    private String write(StatusReport report, ZoneId zone) {
        String header = "======== Autoscaler status: " + Timestamps.withMicros(report.at(), zone) + " ========";
        String rule = "-".repeat(header.length());
        line(header);
        line("Node status");
        line(rule);
        line("Healthy:");
        healthy(report);
        line("Pending:");
        pending(report);
        line("Recent failures:");
        failures(report);
        line("");
        line("Resources");
        line(rule);
        line("Usage:");
        usage(report.usage());
        line("");
        line("Demands:");
        report.demands().forEach(demand -> line(" " + demand));
        if (report.demands().isEmpty()) {
            line(" (no resource demands)");
        }
        return out.toString();
    }

    private void healthy(StatusReport report) {
        var counts = new TreeMap<String, Integer>();
        for (NodeLine node : report.nodes()) {
            if (node.state().equals("running") || node.state().equals("draining")) {
                counts.merge(node.type(), 1, Integer::sum);
            }
        }
        counts.forEach((type, count) -> line(" " + count + " " + type));
        if (counts.isEmpty()) {
            line(" (no healthy nodes)");
        }
    }

    /** As in Ray: launches are counted by type, machines that exist are named by address and step. */
    private void pending(StatusReport report) {
        int before = out.length();
        var launching = new LinkedHashMap<String, Integer>();
        for (NodeLine node : report.nodes()) {
            switch (node.state()) {
                case "requested", "booting" -> launching.merge(node.type(), 1, Integer::sum);
                case "setting_up" ->
                    line(" " + (node.address().isEmpty() ? node.id() : node.address()) + ": " + node.type() + ", "
                            + (node.step().isEmpty() ? "setting-up" : node.step()));
                default -> {}
            }
        }
        launching.forEach((type, count) -> line(" " + type + ", " + count + " launching"));
        if (out.length() == before) {
            line(" (no pending nodes)");
        }
    }

    private void failures(StatusReport report) {
        for (FailureLine failure : report.failures()) {
            line(" " + failure.nodeType() + ": " + failure.what()
                    + (failure.node().isEmpty() ? "" : " (" + failure.node() + ")"));
        }
        if (report.failures().isEmpty()) {
            line(" (no failures)");
        }
    }

    private void usage(Map<String, Usage> usage) {
        new TreeMap<>(usage).forEach((name, amount) -> {
            if (name.startsWith("node:")) {
                return;
            }
            boolean bytes = name.equals("memory") || name.equals("object_store_memory");
            line(
                    bytes
                            ? " " + Numbers.fixed(amount.used() / GIB, 2) + "/" + Numbers.fixed(amount.total() / GIB, 3)
                                    + " GiB " + name
                            : " " + Numbers.shortest(amount.used()) + "/" + Numbers.shortest(amount.total()) + " "
                                    + name);
        });
        if (usage.isEmpty()) {
            line(" (no usage yet)");
        }
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
