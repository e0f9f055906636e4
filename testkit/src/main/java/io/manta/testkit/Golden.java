package io.manta.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares text with a file under {@code src/test/resources/golden}; {@code -Dgolden.update} writes it instead. */
public final class Golden {
    private static final Path ROOT = Path.of("src", "test", "resources", "golden");

    private Golden() {}

    public static void assertMatches(String name, String actual) throws IOException {
        Path file = ROOT.resolve(name);
        if (System.getProperty("golden.update") != null) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, actual);
            return;
        }
        assertThat(Files.exists(file))
                .as("golden file %s exists (run once with -Dgolden.update)", file)
                .isTrue();
        assertThat(actual).as("golden file %s", file).isEqualTo(Files.readString(file));
    }
}
