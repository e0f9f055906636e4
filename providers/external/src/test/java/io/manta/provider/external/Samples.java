package io.manta.provider.external;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The worked examples of docs/write-a-provider.md, and what they need. */
final class Samples {
    private Samples() {}

    static Path directory() {
        Path dir = Path.of("").toAbsolutePath();
        while (!Files.exists(dir.resolve("examples/providers"))) {
            dir = Objects.requireNonNull(dir.getParent(), "not inside the repository");
        }
        return dir.resolve("examples/providers");
    }

    static Path shell() {
        return directory().resolve("shell/directories");
    }

    static Path python() {
        return directory().resolve("python");
    }

    static boolean hasJq() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(dir -> Files.isExecutable(Path.of(dir, "jq")));
    }

    /** The Python with Ray that ./verify made. */
    static Optional<String> rayPython() {
        return Optional.ofNullable(System.getProperty("manta.ray.python")).filter(python -> !python.isEmpty());
    }

    /** Slow, so only where real Ray is used, too. */
    static boolean isShellReady() {
        return hasJq() && hasRay();
    }

    static boolean hasRay() {
        return rayPython().isPresent();
    }
}
