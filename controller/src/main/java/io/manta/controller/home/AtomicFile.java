package io.manta.controller.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that a reader sees either old or new, never half. */
public final class AtomicFile {
    private AtomicFile() {}

    public static void write(Path file, String content) throws IOException {
        Path dir = file.toAbsolutePath().getParent();
        if (dir == null) {
            throw new IOException("no parent directory: " + file);
        }
        Files.createDirectories(dir);
        Path temporary = Files.createTempFile(dir, "." + file.getFileName(), ".tmp");
        try {
            Files.writeString(temporary, content);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
