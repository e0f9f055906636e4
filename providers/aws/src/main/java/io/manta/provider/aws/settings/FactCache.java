package io.manta.provider.aws.settings;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What AWS said about itself, kept for a while for all clusters of this user. Losing it costs a call, no more. */
public final class FactCache {
    private static final String NAME = "aws-facts.json";

    private final Path file;
    private final Duration age;
    private final Clock clock;

    public FactCache(Path directory, Duration age, Clock clock) {
        this.file = directory.resolve(NAME);
        this.age = age;
        this.clock = clock;
    }

    /** So that the head need not ask again. */
    public static void copy(Path from, Path to) throws IOException {
        if (Files.exists(from.resolve(NAME))) {
            Files.copy(from.resolve(NAME), to.resolve(NAME), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    public Optional<Map<String, Object>> get(String key) {
        Map<String, Object> entry = AwsSettings.map(read().get(key));
        if (!(entry.get("at") instanceof Number at)
                || Instant.ofEpochSecond(at.longValue()).plus(age).isBefore(clock.instant())) {
            return Optional.empty();
        }
        return Optional.of(AwsSettings.map(entry.get("value")));
    }

    public synchronized void put(Map<String, Map<String, Object>> facts) {
        try {
            var all = new LinkedHashMap<>(read());
            facts.forEach(
                    (key, value) -> all.put(key, Map.of("at", clock.instant().getEpochSecond(), "value", value)));
            Path directory = file.toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory);
                Path part = Files.createTempFile(directory, ".facts", ".json");
                Files.writeString(part, JSON.std.asString(all));
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            // Asked again next time.
            return;
        }
    }

    private Map<String, Object> read() {
        try {
            return Files.exists(file) ? JSON.std.mapFrom(Files.readString(file)) : Map.of();
        } catch (IOException e) {
            return Map.of();
        }
    }
}
