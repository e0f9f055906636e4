package io.manta.cli;

import io.manta.cli.terminal.Paint;

/** What {@code manta --help} prints; made from the table of verbs alone, so that it is there at once. */
final class RootHelp {
    private RootHelp() {}

    static String text(Paint paint) {
        var out = new StringBuilder();
        out.append("Manta launches, scales and looks after Ray clusters from one YAML file.\n\n");
        out.append(paint.bold("Usage:")).append(" manta VERB [options]\n");
        for (Verbs.Topic topic : Verbs.Topic.values()) {
            if (topic != Verbs.Topic.HIDDEN) {
                section(topic, out, paint);
            }
        }
        out.append("""

                'manta VERB --help' tells all about a verb, with examples.
                Where a verb takes a YAML file it also takes the name of a cluster made with 'manta up'.
                """);
        return out.toString();
    }

    private static void section(Verbs.Topic topic, StringBuilder out, Paint paint) {
        boolean first = true;
        for (Verbs.Entry entry : Verbs.ALL) {
            if (entry.topic() != topic) {
                continue;
            }
            if (first) {
                out.append('\n').append(paint.bold(topic.heading() + ":")).append('\n');
                first = false;
            }
            out.append("  ").append(entry.name());
            out.repeat(' ', Math.max(2, 20 - entry.name().length()));
            out.append(entry.summary()).append('\n');
        }
    }
}
