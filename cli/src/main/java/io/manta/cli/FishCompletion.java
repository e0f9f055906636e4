package io.manta.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;

/** The same for fish, which shows what each verb and option is for. */
final class FishCompletion {
    private static final String HEAD = """
            function __manta_clusters
                set -l home $HOME/.manta
                set -q MANTA_HOME; and set home $MANTA_HOME
                command ls $home/clusters 2>/dev/null
            end
            complete -c manta -n __fish_use_subcommand -f
            complete -c manta -n __fish_use_subcommand -l help -d 'show all verbs'
            complete -c manta -n __fish_use_subcommand -s V -l version -d 'print the version'
            """;

    private FishCompletion() {}

    static String text() {
        var out = new StringBuilder(HEAD);
        for (Verbs.Entry entry : Verbs.ALL) {
            if (entry.topic() == Verbs.Topic.HIDDEN) {
                continue;
            }
            line(out, "__fish_use_subcommand", "-a " + entry.name(), entry.summary());
            String here = "__fish_seen_subcommand_from " + entry.name();
            Syntax syntax = entry.fullSyntax();
            boolean takesCluster = syntax.spec().positionalParameters().stream()
                    .anyMatch(parameter -> parameter.paramLabel().equals("CLUSTER"));
            if (takesCluster) {
                line(out, here, "-a '(__manta_clusters)'", "cluster");
            }
            for (OptionSpec option : syntax.spec().options()) {
                if (!option.hidden()) {
                    line(out, here, names(option), option.description()[0]);
                }
            }
        }
        return out.toString();
    }

    private static void line(StringBuilder out, String when, String what, String description) {
        out.append("complete -c manta -n '")
                .append(when)
                .append("' ")
                .append(what)
                .append(" -d ")
                .append(quoted(description))
                .append('\n');
    }

    private static String names(OptionSpec option) {
        List<String> words = new ArrayList<>();
        for (String name : option.names()) {
            words.add(name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1));
        }
        Iterable<String> allowed = option.completionCandidates();
        if (option.typeInfo().isBoolean() || option.arity().max() == 0) {
            return String.join(" ", words);
        }
        words.add(allowed == null ? "-r" : "-x -a " + quoted(String.join(" ", allowed)));
        return String.join(" ", words);
    }

    /** Between single quotes fish takes all but these two as they are. */
    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
