package io.manta.controller.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** One small text that outlasts the process. */
public interface TextStore {
    /** Empty when there is none. */
    Optional<String> read() throws IOException;

    /** Returns when it will be read by whoever comes next. */
    void write(String text) throws IOException;

    /** What was read is of no use; it is kept for people. */
    default void putAside() throws IOException {}

    static TextStore of(Path file) {
        return new TextStore() {
            @Override
            public Optional<String> read() throws IOException {
                try {
                    return Optional.of(Files.readString(file));
                } catch (NoSuchFileException e) {
                    return Optional.empty();
                }
            }

            @Override
            public void write(String text) throws IOException {
                AtomicFile.write(file, text);
            }

            @Override
            public void putAside() throws IOException {
                Files.move(
                        file,
                        file.resolveSibling(file.getFileName() + ".unreadable"),
                        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            }

            @Override
            public String toString() {
                return file.toString();
            }
        };
    }
}
