package io.manta.provider.kubernetes.access;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The context in which a cluster was brought up, kept beside its other files: whoever changes to another context meanwhile still takes
 * down the cluster they mean.
 */
public final class Remembered {
    private static final String FILE = "kubernetes.json";

    private Remembered() {}

    public static Optional<String> context(Path state) {
        Path file = state.resolve(FILE);
        try {
            return Files.exists(file)
                    ? Optional.ofNullable(
                                    JSON.std.mapFrom(Files.readString(file)).get("context"))
                            .map(Object::toString)
                            .filter(name -> !name.isEmpty())
                    : Optional.empty();
        } catch (IOException e) {
            // Then the current context is meant, as for a cluster that was never brought up.
            return Optional.empty();
        }
    }

    public static void note(Path state, Access access) throws IOException {
        Files.createDirectories(state);
        var map = new LinkedHashMap<String, Object>(
                Map.of("context", access.context(), "server", access.server().toString()));
        Path part = state.resolve(FILE + ".part");
        Files.writeString(part, JSON.std.asString(map));
        Files.move(part, state.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }

    public static void forget(Path state) throws IOException {
        Files.deleteIfExists(state.resolve(FILE));
    }
}
