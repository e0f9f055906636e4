package io.manta.cli.view;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoField;

/** Points in time on the user's clock, put together by hand: a date formatter takes longer to load than all else. */
final class Timestamps {
    private Timestamps() {}

    /** {@code 2022-05-24 13:58:39.155496}. */
    static String withMicros(Instant instant, ZoneId zone) {
        LocalDateTime local = LocalDateTime.ofInstant(instant, zone);
        return local.toLocalDate() + " " + clock(local) + "." + padded(local.get(ChronoField.MICRO_OF_SECOND), 6);
    }

    /** {@code 13:58:39}. */
    static String time(Instant instant, ZoneId zone) {
        return clock(LocalDateTime.ofInstant(instant, zone));
    }

    private static String clock(LocalDateTime local) {
        return padded(local.getHour(), 2) + ":" + padded(local.getMinute(), 2) + ":" + padded(local.getSecond(), 2);
    }

    private static String padded(int value, int width) {
        String digits = Integer.toString(value);
        return "0".repeat(width - digits.length()) + digits;
    }
}
