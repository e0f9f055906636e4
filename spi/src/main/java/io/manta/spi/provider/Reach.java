package io.manta.spi.provider;

import io.manta.spi.remote.CommandRunner;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How commands get to a machine, as a provider describes it; runners elsewhere act on it. */
public sealed interface Reach {
    /**
     * Processes on this machine.
     *
     * @param home what {@code ~} means for the node's commands
     * @param environment complete additions to the environment of every command
     * @param sessions a file in which each command's session id is noted before it starts, so that whatever it leaves
     *     running can be found and ended later
     */
    record LocalProcess(Path home, Map<String, String> environment, Path sessions) implements Reach {}

    /** A host with an SSH server. */
    record Ssh(
            String address,
            int port,
            Optional<String> user,
            Optional<String> privateKey,
            Optional<String> proxyCommand,
            List<String> options)
            implements Reach {}

    /**
     * A program on this machine that runs a shell command over there, such as {@code docker exec -i web sh -c {command}}.
     *
     * @param command its words; {@value #COMMAND} in a word is replaced by the shell text to run
     * @param terminal the same with a terminal for people; empty when {@code command} will do
     */
    record Template(List<String> command, List<String> terminal) implements Reach {
        public static final String COMMAND = "{command}";

        public Template {
            command = List.copyOf(command);
            terminal = List.copyOf(terminal);
        }
    }

    /** The provider starts programs there by a way of its own. */
    record Linked(NodeLink link) implements Reach {}

    /** The provider brings its own way. */
    record Own(CommandRunner runner) implements Reach {}
}
