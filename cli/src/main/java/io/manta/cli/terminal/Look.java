package io.manta.cli.terminal;

import java.util.Map;

/**
 * How messages look.
 *
 * @param record one dated line per message, as log files want it
 * @param outColour colours on standard output
 * @param errColour colours on standard error
 * @param redraw progress may overwrite itself on standard error
 * @param verbosity how often {@code -v} was given
 */
public record Look(boolean record, boolean outColour, boolean errColour, boolean redraw, int verbosity) {
    public static final Look PLAIN = new Look(false, false, false, false, 0);

    /**
     * @param style {@code auto}, {@code record} or {@code pretty}
     * @param colour {@code auto}, {@code true} or {@code false}
     */
    public static Look of(
            String style, String colour, int verbosity, Terminal terminal, Map<String, String> environment) {
        boolean record = "record".equals(style);
        boolean dumb = "dumb".equals(environment.get("TERM"));
        boolean may = !dumb && environment.getOrDefault("NO_COLOR", "").isEmpty() && !record;
        boolean forced = "true".equals(colour);
        boolean off = "false".equals(colour);
        return new Look(
                record,
                forced || (!off && may && terminal.outIsTerminal()),
                forced || (!off && may && terminal.errIsTerminal()),
                !dumb && !record && terminal.errIsTerminal(),
                verbosity);
    }
}
