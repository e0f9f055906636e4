package io.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Keeps docs/cli-reference.md true; {@code -Dgolden.update} writes it. */
class CliReferenceTest {
    private static final Path FILE = Path.of("..", "docs", "cli-reference.md");

    @Test
    void referenceSaysWhatTheProgramTakes() throws IOException {
        String actual = reference();
        if (System.getProperty("golden.update") != null) {
            Files.writeString(FILE, actual);
        }
        assertThat(Files.readString(FILE))
                .as("docs/cli-reference.md; write it anew with -Dgolden.update")
                .isEqualTo(actual);
    }

    private static String reference() {
        var out = new StringBuilder("""
                # Command line

                Generated from the program; a test compares it. `manta VERB --help` says the same.

                Where a verb takes CLUSTER it takes a YAML file or the name of a cluster that `manta up` has made; `manta list` shows those.
                Ray's older names work, too: `create_or_update`, `teardown`, `exec_cmd`, and underscores for dashes (`rsync_up`, `get_head_ip` ...).
                Data goes to standard output, everything else to standard error.

                | exit code | meaning |
                |---|---|
                | 0 | done |
                | 1 | it was tried and failed, or was refused |
                | 2 | the command line or the configuration is wrong; nothing was tried |
                | 70 | a mistake in Manta; the message names a file to report |
                | 130 | Ctrl-C |
                | other | of the remote command (`exec`, `submit`, `attach`), passed on |

                | environment | meaning |
                |---|---|
                | `MANTA_HOME` | where Manta keeps what it knows; `~/.manta` |
                | `NO_COLOR`, `TERM=dumb` | no colours |

                Every verb also takes:

                """);
        Syntax common = Syntax.of("", "").common();
        common.spec().options().stream().filter(option -> !option.hidden()).forEach(option -> option(option, out));
        for (Verbs.Topic topic : Verbs.Topic.values()) {
            if (topic == Verbs.Topic.HIDDEN) {
                continue;
            }
            out.append("\n## ").append(topic.heading()).append('\n');
            Verbs.ALL.stream().filter(entry -> entry.topic() == topic).forEach(entry -> verb(entry, out));
        }
        return out.toString();
    }

    private static void verb(Verbs.Entry entry, StringBuilder out) {
        Syntax syntax = entry.create().get().syntax();
        out.append("\n### manta ").append(entry.name());
        for (PositionalParamSpec parameter : syntax.spec().positionalParameters()) {
            boolean many = parameter.arity().max() > 1;
            out.append(parameter.required() ? " " + parameter.paramLabel() : " [" + parameter.paramLabel() + "]")
                    .append(many ? "..." : "");
        }
        out.append("\n\n").append(VerbHelp.sentence(syntax.summary())).append('\n');
        syntax.details()
                .forEach(paragraph ->
                        out.append(paragraph.replace('\n', ' ').strip()).append('\n'));
        out.append('\n');
        for (PositionalParamSpec parameter : syntax.spec().positionalParameters()) {
            out.append("- `")
                    .append(parameter.paramLabel())
                    .append("` ")
                    .append(parameter.description()[0])
                    .append('\n');
        }
        syntax.spec().options().stream().filter(option -> !option.hidden()).forEach(option -> option(option, out));
        if (!syntax.examples().isEmpty()) {
            out.append("\n```\n");
            syntax.examples()
                    .forEach(example -> out.append(example.line())
                            .append("   # ")
                            .append(example.effect())
                            .append('\n'));
            out.append("```\n");
        }
    }

    private static void option(OptionSpec option, StringBuilder out) {
        out.append("- `").append(String.join(", ", option.names()));
        if (!option.typeInfo().isBoolean() && option.arity().max() > 0) {
            out.append(' ').append(option.paramLabel());
        }
        out.append("` ").append(option.description()[0]);
        if (option.defaultValue() != null && !option.typeInfo().isBoolean()) {
            out.append(" (default ").append(option.defaultValue()).append(')');
        }
        out.append('\n');
    }
}
