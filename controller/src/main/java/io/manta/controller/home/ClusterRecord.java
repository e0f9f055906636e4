package io.manta.controller.home;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A cluster that {@code up} has begun.
 *
 * @param source the file the user named, absolute; empty for the embedded default
 */
public record ClusterRecord(String name, String provider, String source, Instant createdAt) {
    public void write(ClusterHome home) throws IOException {
        var map = new LinkedHashMap<String, Object>();
        map.put("name", name);
        map.put("provider", provider);
        map.put("source", source);
        map.put("created_at", createdAt.toString());
        AtomicFile.write(
                home.record(), JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(map) + "\n");
    }

    /** Absent when there is none, or when it cannot be read. */
    public static Optional<ClusterRecord> read(ClusterHome home) {
        Path file = home.record();
        try {
            Map<String, Object> map = JSON.std.mapFrom(Files.readString(file));
            return Optional.of(new ClusterRecord(
                    String.valueOf(map.get("name")),
                    String.valueOf(map.get("provider")),
                    String.valueOf(map.getOrDefault("source", "")),
                    Instant.parse(String.valueOf(map.get("created_at")))));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }
}
