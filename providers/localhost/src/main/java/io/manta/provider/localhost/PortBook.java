package io.manta.provider.localhost;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * Who among this user's machines has which port, so that two clusters brought up in the same moment do not choose the
 * same: a file per port names the machine; an entry whose machine is gone is free.
 */
final class PortBook {
    /** Between Ray's range for its workers (10002 to 19999) and the kernel's for outgoing connections. */
    private static final int FIRST_OTHER = 20_000;

    private static final int LAST_OTHER = 32_000;

    private final Path directory;

    PortBook(Path directory) {
        this.directory = directory;
    }

    /** Reserves {@code preferred}, or else the first free port of the range for others, but none of {@code used}. */
    int reserve(int preferred, MachineDirectory machine, Set<Integer> used) throws IOException {
        if (!used.contains(preferred) && take(preferred, machine)) {
            return preferred;
        }
        // Starting at a place of the machine's own keeps neighbours from probing the same ports.
        Set<Integer> taken = ListeningPorts.now();
        int offset = Math.floorMod(machine.path().hashCode(), LAST_OTHER - FIRST_OTHER);
        for (int i = 0; i < LAST_OTHER - FIRST_OTHER; i++) {
            int port = FIRST_OTHER + (offset + i) % (LAST_OTHER - FIRST_OTHER);
            if (!used.contains(port) && !taken.contains(port) && take(port, machine)) {
                return port;
            }
        }
        throw new IOException("no free port between " + FIRST_OTHER + " and " + LAST_OTHER);
    }

    /** Whether the port is now reserved for this machine and nobody listens on it. */
    boolean take(int port, MachineDirectory machine) throws IOException {
        if (ListeningPorts.now().contains(port)) {
            return false;
        }
        Files.createDirectories(directory);
        Path entry = entry(port);
        String owner = machine.path().toString();
        for (int attempt = 0; attempt < 3; attempt++) {
            try {
                Files.writeString(entry, owner, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                return true;
            } catch (FileAlreadyExistsException e) {
                String other = ownerOf(entry);
                if (other.equals(owner)) {
                    return true;
                }
                if (!other.isEmpty() && Files.exists(Path.of(other))) {
                    return false;
                }
                Files.deleteIfExists(entry);
            }
        }
        return false;
    }

    /** Gives back all that the machine has. */
    void release(MachineDirectory machine) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (var entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                if (ownerOf(entry).equals(machine.path().toString())) {
                    Files.deleteIfExists(entry);
                }
            }
        }
    }

    private static String ownerOf(Path entry) throws IOException {
        try {
            return Files.readString(entry).strip();
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    private Path entry(int port) {
        return directory.resolve(Integer.toString(port));
    }
}
