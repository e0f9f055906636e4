package io.manta.controller.home;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A cluster that {@code up} has begun.
 *
 * @param source the file the user named, absolute; empty for the embedded default
 * @param identity absent in records of the first edition
 * @param place where it lives, such as its region; a file that says something else is about another cluster
 */
public record ClusterRecord(
        String name,
        String provider,
        String source,
        Instant createdAt,
        Optional<ClusterIdentity> identity,
        Map<String, String> place) {
    public ClusterRecord {
        place = Map.copyOf(place);
    }

    public ClusterRecord(String name, String provider, String source, Instant createdAt) {
        this(name, provider, source, createdAt, Optional.empty(), Map.of());
    }

    public void write(ClusterHome home) throws IOException {
        var map = new LinkedHashMap<String, Object>();
        map.put("name", name);
        map.put("provider", provider);
        map.put("source", source);
        map.put("created_at", createdAt.toString());
        identity.ifPresent(known -> {
            map.put("id", known.id());
            map.put("owner", known.owner());
        });
        map.put("place", new TreeMap<>(place));
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
                    Instant.parse(String.valueOf(map.get("created_at"))),
                    Optional.ofNullable(map.get("id"))
                            .map(id ->
                                    new ClusterIdentity(id.toString(), String.valueOf(map.getOrDefault("owner", "")))),
                    place(map.get("place"))));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static Map<String, String> place(@Nullable Object value) {
        var place = new TreeMap<String, String>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, text) -> place.put(String.valueOf(key), String.valueOf(text)));
        }
        return place;
    }
}
