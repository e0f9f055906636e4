package io.manta.controller.home;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Files that a reader sees either old or new, never half. */
public final class AtomicFile {
    private AtomicFile() {}

    public static void write(Path file, String content) throws IOException {
        PrivateFiles.replace(file, content.getBytes(StandardCharsets.UTF_8));
    }
}
