package io.manta.controller.setup;

import io.manta.spi.model.Problem;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Says what a set-up command's failure means, where its output gives it away. */
final class CommandFailure {
    private record Sign(Pattern in, String code, String what, String fix) {
        static Sign of(String in, String code, String what, String fix) {
            return new Sign(Pattern.compile(in), code, what, fix);
        }
    }

    private static final List<Sign> SIGNS = List.of(
            Sign.of(
                    "No space left on device",
                    "SETUP-DISK-FULL",
                    "the disk of the node is full",
                    "free some space on the node, or give it a larger disk"),
            Sign.of(
                    "(?i)version mismatch|versions? do(es)? not match|different version of Ray",
                    "SETUP-RAY-VERSION",
                    "the node has another version of Ray or Python than the head",
                    "install the head's versions there, for example with setup_commands"),
            Sign.of(
                    "\\bray: (command )?not found",
                    "SETUP-RAY-MISSING",
                    "there is no ray on the node's PATH",
                    "install it with setup_commands: `pip install 'ray[default]'`; check PATH in ~/.bashrc"),
            Sign.of(
                    "\\b(python3?|pip3?): (command )?not found|env: .python3?.: No such file",
                    "SETUP-NO-PYTHON",
                    "there is no Python on the node's PATH",
                    "install Python there, or check PATH in ~/.bashrc"));

    private CommandFailure() {}

    static Problem explain(String script, int exitCode, List<String> lines) {
        String why = "`" + script + "` exited with " + exitCode + "\n" + String.join("\n", lines);
        Optional<Sign> sign = SIGNS.stream()
                .filter(s ->
                        lines.stream().anyMatch(line -> s.in().matcher(line).find()))
                .findFirst();
        return sign.map(s -> Problem.error(s.code(), s.what(), why, s.fix()))
                .orElseGet(() -> Problem.error(
                        "SETUP-COMMAND-FAILED",
                        "`" + script + "` exited with " + exitCode,
                        String.join("\n", lines),
                        ""));
    }
}
