package io.manta.provider.gcp.setting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The project that the environment or gcloud is set to. */
final class DefaultProject {
    private DefaultProject() {}

    static Optional<String> find() {
        @Nullable String named = System.getenv("GOOGLE_CLOUD_PROJECT");
        return named != null && !named.isBlank() ? Optional.of(named) : fromGcloud();
    }

    private static Optional<String> fromGcloud() {
        @Nullable String given = System.getenv("CLOUDSDK_CONFIG");
        Path directory = given != null ? Path.of(given) : Path.of(System.getProperty("user.home"), ".config/gcloud");
        try {
            Path active = directory.resolve("active_config");
            String name = Files.exists(active) ? Files.readString(active).strip() : "default";
            Path file = directory.resolve("configurations/config_" + name);
            if (Files.exists(file)) {
                for (String line : Files.readAllLines(file)) {
                    String[] parts = line.split("=", 2);
                    if (parts.length == 2 && parts[0].strip().equals("project")) {
                        return Optional.of(parts[1].strip());
                    }
                }
            }
        } catch (IOException e) {
            // Then it has to be named.
            return Optional.empty();
        }
        return Optional.empty();
    }
}
