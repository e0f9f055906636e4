package io.manta.cli.view;

import io.manta.cli.terminal.Durations;
import io.manta.cli.terminal.Paint;
import io.manta.cli.terminal.TextTable;
import io.manta.controller.status.StatusReport;
import io.manta.controller.status.StatusReport.NodeLine;
import java.time.Instant;

/** One row per node: where it is in its life, since when, and what it waits for or why it failed. */
final class NodeTable {
    private NodeTable() {}

    static String text(StatusReport report, Instant now, Paint paint) {
        var table = new TextTable("NODE", "TYPE", "STATE", "FOR", "AGE", "ADDRESS", "DETAIL");
        for (NodeLine node : report.nodes()) {
            table.row(
                    node.id(),
                    node.role().equals("head") ? node.type() + " (head)" : node.type(),
                    node.state().replace('_', '-'),
                    Durations.since(node.since(), now),
                    Durations.since(node.createdAt(), now),
                    node.address(),
                    detail(node));
        }
        return table.text(paint);
    }

    private static String detail(NodeLine node) {
        String words = firstLine(node.detail());
        if (words.isEmpty() && node.state().equals("failed")) {
            words = node.failure().map(f -> firstLine(f.what())).orElse("");
        }
        return node.step().isEmpty() || words.equals(node.step())
                ? words
                : words.isEmpty() ? node.step() : node.step() + ": " + words;
    }

    private static String firstLine(String text) {
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }
}
