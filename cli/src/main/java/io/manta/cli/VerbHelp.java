package io.manta.cli;

import io.manta.cli.terminal.Paint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** What {@code manta VERB --help} prints: what it is for, examples first, then every option. */
final class VerbHelp {
    private VerbHelp() {}

    static String text(Syntax syntax, Paint paint) {
        var header = new ArrayList<String>();
        header.add(sentence(syntax.summary()));
        for (String paragraph : syntax.details()) {
            header.add("");
            Collections.addAll(header, paragraph.split("\n", -1));
        }
        if (!syntax.examples().isEmpty()) {
            header.add("");
            header.add("Examples:");
            int width = syntax.examples().stream()
                    .mapToInt(example -> example.line().length())
                    .max()
                    .orElse(0);
            for (Syntax.Example example : syntax.examples()) {
                header.add(exampleLine(example, width));
            }
        }
        header.add("");
        syntax.spec()
                .usageMessage()
                .header(escaped(header))
                .synopsisHeading("Usage: ")
                .parameterListHeading("%nArguments:%n")
                .optionListHeading("%nOptions:%n")
                .abbreviateSynopsis(true)
                .showDefaultValues(true)
                .sortOptions(false)
                .adjustLineBreaksForWideCJKCharacters(false)
                .width(100);
        var line = new CommandLine(syntax.spec());
        return line.getUsageMessage(paint.on() ? Ansi.ON : Ansi.OFF);
    }

    static String sentence(String summary) {
        return Character.toUpperCase(summary.charAt(0)) + summary.substring(1) + ".";
    }

    private static String exampleLine(Syntax.Example example, int width) {
        // Long lines would push every explanation off the screen.
        return width > 52
                ? "  " + example.line() + "\n      " + example.effect()
                : "  " + example.line() + " ".repeat(width - example.line().length() + 3) + example.effect();
    }

    /** picocli formats headers. */
    private static String[] escaped(List<String> lines) {
        return lines.stream().map(line -> line.replace("%", "%%")).toArray(String[]::new);
    }
}
