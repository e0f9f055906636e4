package io.manta.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.config.schema.ConfigSchema;
import io.manta.config.schema.Key;
import io.manta.config.schema.Providers;
import io.manta.config.schema.Shape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever {@code manta validate} accepts is read by somebody, or is said to have no effect. */
class KeysAreReadTest {
    @Test
    void everyKeyIsReadOrSaidToHaveNoEffect() {
        String sources = sources();
        var unread = new TreeSet<String>();
        for (String provider : Providers.KNOWN) {
            collect(ConfigSchema.forProvider(provider), provider, sources, unread);
        }
        assertThat(unread).isEmpty();
    }

    private static void collect(Shape shape, String path, String sources, Set<String> unread) {
        switch (shape) {
            case Shape.Table table -> {
                for (Key key : table.keys()) {
                    boolean told = key.standing() == Key.Standing.IGNORED || key.standing() == Key.Standing.INTERNAL;
                    // Some are put together: role + "_run_options".
                    String ofRole = key.name().replaceFirst("^(head|worker)_", "_");
                    if (!told && !sources.contains('"' + key.name() + '"') && !sources.contains('"' + ofRole + '"')) {
                        unread.add(path + "." + key.name());
                    }
                    collect(key.shape(), path + "." + key.name(), sources, unread);
                }
            }
            case Shape.MapOf map -> collect(map.value(), path, sources, unread);
            case Shape.ListOf list -> collect(list.item(), path, sources, unread);
            case Shape.OrNull inner -> collect(inner.shape(), path, sources, unread);
            case Shape.Either either -> either.shapes().forEach(s -> collect(s, path, sources, unread));
            default -> {}
        }
    }

    /** All that runs, except the schema itself and what only prints or converts files. */
    private static String sources() {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("manta"))) {
            root = Objects.requireNonNull(root.getParent());
        }
        var text = new StringBuilder();
        try (Stream<Path> files = Files.walk(root)) {
            files.filter(file -> file.toString().matches(".*/src/main/.*\\.(java|py|sh)"))
                    .filter(file -> !file.toString().matches(".*/config/(schema|tool|kuberay)/.*"))
                    .forEach(file -> text.append(read(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
