package io.manta.provider.gcp.setting;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The project that the environment or gcloud is set to; on a head, the one its machine is in. */
final class DefaultProject {
    private DefaultProject() {}

    static Optional<String> find() {
        @Nullable String named = System.getenv("GOOGLE_CLOUD_PROJECT");
        if (named != null && !named.isBlank()) {
            return Optional.of(named);
        }
        return fromGcloud().or(DefaultProject::ofThisMachine);
    }

    /** Asked on heads only: elsewhere the name leads nowhere, or to somebody who should not decide this. */
    private static Optional<String> ofThisMachine() {
        if (System.getenv("MANTA_ON_HEAD") == null) {
            return Optional.empty();
        }
        try {
            URLConnection asked = URI.create("http://metadata.google.internal/computeMetadata/v1/project/project-id")
                    .toURL()
                    .openConnection();
            asked.setRequestProperty("Metadata-Flavor", "Google");
            asked.setConnectTimeout(2000);
            asked.setReadTimeout(2000);
            try (InputStream answer = asked.getInputStream()) {
                return Optional.of(new String(answer.readAllBytes(), StandardCharsets.UTF_8).strip());
            }
        } catch (IOException e) {
            // Then it has to be named.
            return Optional.empty();
        }
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
