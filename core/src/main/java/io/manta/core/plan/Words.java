package io.manta.core.plan;

import io.manta.spi.model.Resources;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Values as people read them. */
final class Words {
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String[] SIZES = {"", " KiB", " MiB", " GiB", " TiB"};

    private Words() {}

    static String of(Duration duration) {
        return duration.compareTo(Duration.ofMinutes(10)) < 0
                ? duration.toSeconds() + " s"
                : duration.toMinutes() + " min";
    }

    static String of(Instant instant) {
        return CLOCK.format(instant);
    }

    static String of(long count, Resources shape) {
        return count + " x " + shape;
    }

    /** One amount with its name, such as {@code 8 GPU} or {@code 4 GiB memory}. */
    static String of(String resource, long units) {
        double amount = units / (double) Resources.SCALE;
        String unit = "";
        if (resource.endsWith(Resources.MEMORY)) {
            int size = 0;
            while (amount >= 1024 && size < SIZES.length - 1) {
                amount /= 1024;
                size++;
            }
            unit = SIZES[size];
        }
        String number = amount == Math.rint(amount)
                ? Long.toString((long) amount)
                : Double.toString(Math.round(amount * 10_000) / 10_000.0);
        return number + unit + " " + resource;
    }
}
