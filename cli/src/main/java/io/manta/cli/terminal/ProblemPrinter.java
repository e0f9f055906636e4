package io.manta.cli.terminal;

import io.manta.spi.model.Problem;
import io.manta.spi.model.SourceLocation;
import java.util.ArrayList;
import java.util.List;

/** A problem as lines: what, where with the offending text under a caret, why, and what to do. */
public final class ProblemPrinter {
    private ProblemPrinter() {}

    public static List<String> lines(Problem problem, Paint paint) {
        var lines = new ArrayList<String>();
        String place = problem.at().map(at -> at + ": ").orElse("");
        lines.add(place + label(problem, paint) + " " + paint.bold(problem.what()));
        problem.at().ifPresent(at -> excerpt(at, lines, paint));
        indented("why: ", problem.why(), lines, paint);
        indented("fix: ", problem.fix(), lines, paint);
        return lines;
    }

    private static String label(Problem problem, Paint paint) {
        return switch (problem.level()) {
            case ERROR -> paint.bad("error[" + problem.code() + "]");
            case WARNING -> paint.doubtful("warning[" + problem.code() + "]");
            case NOTE -> paint.hint("note[" + problem.code() + "]");
        };
    }

    private static void excerpt(SourceLocation at, List<String> lines, Paint paint) {
        if (at.excerpt().isBlank()) {
            return;
        }
        String number = Integer.toString(at.line());
        lines.add("  " + paint.dim(number + " | ") + at.excerpt());
        int column = Math.min(Math.max(at.column(), 1), at.excerpt().length() + 1);
        // Tabs are kept so that the caret stands below its character however wide the terminal makes them.
        var indent = new StringBuilder();
        for (int i = 0; i < column - 1; i++) {
            indent.append(at.excerpt().charAt(i) == '\t' ? '\t' : ' ');
        }
        lines.add("  " + " ".repeat(number.length()) + paint.dim(" | ") + indent + paint.bad("^"));
    }

    private static void indented(String label, String text, List<String> lines, Paint paint) {
        if (text.isBlank()) {
            return;
        }
        String lead = "  " + paint.dim(label);
        for (String line : text.strip().lines().toList()) {
            lines.add(lead + line);
            lead = "       ";
        }
    }
}
