package io.manta.provider.localhost;

import io.manta.spi.model.Problem;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.ProviderException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Understands what {@code venv} and {@code pip} print. */
final class Installation {
    private static final int LAST_LINES = 6;

    private Installation() {}

    /** What is worth telling somebody who waits. */
    static Optional<String> progress(String line) {
        String text = line.strip();
        if (text.startsWith("Downloading ") && text.contains("MB")) {
            return Optional.of(text);
        }
        if (text.startsWith("Installing collected packages")) {
            return Optional.of("unpacking the downloaded packages");
        }
        return Optional.empty();
    }

    /** Throws the problem that the output tells of, if the program failed. */
    static void check(Programs.Outcome outcome, String version, Path base, Path environment)
            throws ProviderException, IOException {
        if (outcome.succeeded()) {
            return;
        }
        List<String> last = outcome.lastLines(LAST_LINES);
        if (outcome.mentions("No space left on device")) {
            throw new ProviderException(Kind.QUOTA, LocalhostProblems.diskFull(environment, last));
        }
        if (outcome.mentions("ensurepip is not available", "No module named venv", "No module named ensurepip")) {
            throw LocalhostProblems.invalid(LocalhostProblems.noVenv(base));
        }
        // Without a network pip says in the end that the version does not exist, so this comes first.
        if (outcome.mentions(
                "NewConnectionError",
                "Temporary failure in name resolution",
                "Name or service not known",
                "Network is unreachable",
                "ConnectTimeoutError",
                "ReadTimeoutError",
                "ProxyError",
                "Connection refused",
                "SSLError")) {
            throw new ProviderException(Kind.UNREACHABLE, LocalhostProblems.noNetwork(version, last));
        }
        if (outcome.mentions("No matching distribution found for ray")) {
            throw LocalhostProblems.invalid(LocalhostProblems.rayUnknownVersion(version, last));
        }
        Path log = environment.resolveSibling(environment.getFileName() + ".log");
        Files.write(log, outcome.lines());
        Problem problem = LocalhostProblems.installFailed(version, log, last);
        throw new ProviderException(Kind.UNKNOWN, problem);
    }
}
