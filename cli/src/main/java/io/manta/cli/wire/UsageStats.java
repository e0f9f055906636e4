package io.manta.cli.wire;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Whether Ray may report how it is used, as its users have decided for all their clusters. */
public final class UsageStats {
    private static final String VARIABLE = "RAY_USAGE_STATS_ENABLED";
    private static final String KEY = "usage_stats";

    private UsageStats() {}

    /** The environment first, then Ray's file; empty when nothing was decided. */
    static Optional<Boolean> decided(Map<String, String> environment) {
        String variable = environment.get(VARIABLE);
        if (variable != null) {
            return Optional.of(!variable.equals("0"));
        }
        return read().get(KEY) instanceof Boolean on ? Optional.of(on) : Optional.empty();
    }

    public static void set(boolean on) throws IOException {
        var settings = new LinkedHashMap<String, Object>(read());
        settings.put(KEY, on);
        Files.createDirectories(file().getParent());
        Files.writeString(file(), JSON.std.asString(settings));
    }

    private static Map<String, Object> read() {
        try {
            return Files.exists(file()) ? JSON.std.mapFrom(Files.readString(file())) : Map.of();
        } catch (IOException e) {
            // Ray takes a file that it cannot read for no decision, too.
            return Map.of();
        }
    }

    private static Path file() {
        return Path.of(System.getProperty("user.home"), ".ray", "config.json");
    }
}
