package io.manta.remote.ssh;

import java.io.Console;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What all connections of one cluster share.
 *
 * @param knownHosts where host keys are pinned on first contact; made when absent
 * @param controlDirectory where the sockets of open connections live; private to the user and short, as socket paths are
 *     limited to about 100 bytes
 * @param program how {@code ssh} is called
 * @param connectTimeout how long a silent host is waited for
 * @param persist how long an unused connection stays open for the next command
 * @param terminal whether a person sits in front of {@code interactive} commands
 */
public record SshSettings(
        Path knownHosts,
        Path controlDirectory,
        List<String> program,
        Duration connectTimeout,
        Duration persist,
        boolean terminal) {
    public SshSettings {
        program = List.copyOf(program);
    }

    public static SshSettings of(Path knownHosts) {
        return new SshSettings(
                knownHosts,
                runtimeDirectory(),
                List.of("ssh"),
                Duration.ofSeconds(10),
                Duration.ofMinutes(2),
                Optional.ofNullable(System.console())
                        .filter(Console::isTerminal)
                        .isPresent());
    }

    public SshSettings withProgram(List<String> words) {
        return new SshSettings(knownHosts, controlDirectory, words, connectTimeout, persist, terminal);
    }

    public SshSettings withConnectTimeout(Duration timeout) {
        return new SshSettings(knownHosts, controlDirectory, program, timeout, persist, terminal);
    }

    public SshSettings withTerminal(boolean present) {
        return new SshSettings(knownHosts, controlDirectory, program, connectTimeout, persist, present);
    }

    private static Path runtimeDirectory() {
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        if (runtime != null
                && runtime.length() < 40
                && Path.of(runtime).toFile().canWrite()) {
            return Path.of(runtime, "manta-ssh");
        }
        return Path.of("/tmp", "manta-ssh-" + System.getProperty("user.name"));
    }
}
