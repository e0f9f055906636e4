package io.manta.provider.localhost;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Where the user's clusters on this machine keep their machines, whatever home they were made from. It only points: what a
 * machine holds is in the machine's own record. Whoever changes it holds the scratch space's lock.
 *
 * @param directory one file per cluster
 */
record ClusterRegister(Path directory) {
    void add(Path stateDir) throws IOException {
        Path pointer = pointer(stateDir);
        if (!Files.exists(pointer)) {
            Files.createDirectories(directory);
            MachineDirectory.writeAtomically(pointer, stateDir.toString());
        }
    }

    /** Those that are still there. */
    List<Path> clusters() throws IOException {
        var found = new ArrayList<Path>();
        if (!Files.isDirectory(directory)) {
            return found;
        }
        try (var pointers = Files.newDirectoryStream(directory, "[!.]*")) {
            for (Path pointer : pointers) {
                Path stateDir = Path.of(Files.readString(pointer).strip());
                if (Files.isDirectory(stateDir)) {
                    found.add(stateDir);
                }
            }
        } catch (NoSuchFileException e) {
            // Its cluster has just ended; the others are asked for again.
            return clusters();
        }
        return found;
    }

    /** Also of clusters that somebody removed by hand. */
    void removeEnded() throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (var pointers = Files.newDirectoryStream(directory)) {
            for (Path pointer : pointers) {
                if (!Files.isDirectory(Path.of(Files.readString(pointer).strip()))) {
                    Files.deleteIfExists(pointer);
                }
            }
        }
    }

    private Path pointer(Path stateDir) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(stateDir.toString().getBytes(StandardCharsets.UTF_8));
            return directory.resolve(HexFormat.of().formatHex(digest, 0, 8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
