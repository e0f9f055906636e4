package io.manta.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Cluster files such as people write them, one per provider and form, under {@code src/test/resources/samples}. */
final class Samples {
    static final Path DIR = Path.of("src", "test", "resources", "samples");
    static final List<Path> FILES = files();
    static final List<String> ALL = FILES.stream().map(Samples::text).toList();

    private Samples() {}

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> files() {
        try (Stream<Path> list = Files.list(DIR)) {
            return list.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
