package io.manta.cli.terminal;

import java.time.Duration;
import java.time.Instant;

/** Times as people say them. */
public final class Durations {
    private Durations() {}

    /** The two largest units at most: {@code 12s}, {@code 3m 5s}, {@code 2h 10m}, {@code 4d 1h}. */
    public static String text(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        if (seconds < 60) {
            return seconds + "s";
        }
        if (seconds < 3600) {
            return pair(seconds / 60, "m", seconds % 60, "s");
        }
        if (seconds < 86_400) {
            return pair(seconds / 3600, "h", seconds % 3600 / 60, "m");
        }
        return pair(seconds / 86_400, "d", seconds % 86_400 / 3600, "h");
    }

    public static String since(Instant then, Instant now) {
        return text(Duration.between(then, now));
    }

    private static String pair(long large, String largeUnit, long small, String smallUnit) {
        return small == 0 ? large + largeUnit : large + largeUnit + " " + small + smallUnit;
    }
}
