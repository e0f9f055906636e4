package io.manta.core.port;

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

    /** The provider brings its own way. */
    record Own(CommandRunner runner) implements Reach {}
}
