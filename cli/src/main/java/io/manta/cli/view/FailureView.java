package io.manta.cli.view;

import io.manta.cli.terminal.Durations;
import io.manta.cli.terminal.Paint;
import io.manta.controller.status.StatusReport.FailureLine;
import java.time.Instant;

/** A failed launch or set-up with all that is known: the command, its exit code, its last lines, the log. */
public final class FailureView {
    private FailureView() {}

    public static String text(FailureLine failure, Instant now, Paint paint) {
        var out = new StringBuilder();
        out.append(paint.bad("Failed: "))
                .append(failure.node().isEmpty() ? failure.nodeType() : failure.node())
                .append(failure.step().isEmpty() ? "" : " at " + failure.step())
                .append(" (")
                .append(Durations.since(failure.at(), now))
                .append(" ago)\n");
        field("what", failure.what(), out, paint);
        field("command", failure.command(), out, paint);
        field("exit code", failure.exitCode() < 0 ? "" : Integer.toString(failure.exitCode()), out, paint);
        for (String line : failure.lastLines()) {
            out.append(paint.dim("  | ")).append(line).append('\n');
        }
        field("log", failure.log(), out, paint);
        return out.toString();
    }

    private static void field(String name, String value, StringBuilder out, Paint paint) {
        if (!value.isEmpty()) {
            out.append("  ")
                    .append(paint.dim(name + ":"))
                    .append(' ')
                    .append(value.strip().replace("\n", "\n    "))
                    .append('\n');
        }
    }
}
