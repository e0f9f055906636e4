package io.manta.provider.localhost;

import io.manta.provider.common.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;

/** What a cluster has besides machines: its token, and which Python it runs on. */
record ClusterFiles(Path stateDir) {
    private static final int TOKEN_BYTES = 32;

    Path lock() {
        return stateDir.resolve(".lock");
    }

    /** Ray's shared secret, readable by the user alone. */
    Path token() {
        return stateDir.resolve("token");
    }

    /** What Ray found on this machine when the cluster was brought up. */
    Path accelerators() {
        return stateDir.resolve("accelerators.json");
    }

    /** Outlives the cluster. */
    Path keptLogs() {
        return stateDir.resolveSibling("logs");
    }

    /** All nodes of a cluster must have the same Python, also those that are launched after another was installed. */
    Optional<Path> python() {
        try {
            return Optional.of(Path.of(Files.readString(pythonFile()).strip()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    void keepPython(Path python) throws IOException {
        Optional<Path> known = python();
        if (known.isEmpty() || !Files.isExecutable(known.get()) || !hasMachines()) {
            MachineDirectory.writeAtomically(pythonFile(), python + "\n");
        }
    }

    void makeToken() throws IOException {
        if (Files.exists(token())) {
            return;
        }
        byte[] secret = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(secret);
        var onlyOwner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        Path temporary = Files.createTempFile(stateDir, ".token", "", onlyOwner);
        Files.writeString(temporary, HexFormat.of().formatHex(secret));
        Files.move(temporary, token(), StandardCopyOption.ATOMIC_MOVE);
    }

    boolean hasMachines() {
        try (Stream<Path> children = Files.list(stateDir)) {
            return children.anyMatch(Files::isDirectory);
        } catch (IOException e) {
            return false;
        }
    }

    void delete() throws IOException {
        Trees.delete(stateDir);
    }

    private Path pythonFile() {
        return stateDir.resolve("python");
    }
}
