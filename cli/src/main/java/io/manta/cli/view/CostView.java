package io.manta.cli.view;

import io.manta.controller.status.StatusReport.Cost;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Money in words. What is unknown is said to be unknown. */
public final class CostView {
    private CostView() {}

    /** {@code $1.20 per hour; spent about $3.42 since Friday}; nothing where machines cost nothing. */
    public static Optional<String> text(Cost cost, Instant now, ZoneId zone) {
        if (!cost.charged()) {
            return Optional.empty();
        }
        if (cost.perHour().isEmpty() && cost.unpricedNodes() == 0) {
            return Optional.empty();
        }
        String hourly = perHour(cost);
        String unpriced = cost.unpricedNodes() == 0 || cost.perHour().isEmpty()
                ? ""
                : " (" + cost.unpricedNodes() + (cost.unpricedNodes() == 1 ? " node" : " nodes")
                        + " without a known price)";
        return Optional.of(hourly
                + unpriced
                + spent(cost, now, zone).map(text -> "; " + text).orElse(""));
    }

    /** {@code spent about $3.42 since Friday}. */
    public static Optional<String> spent(Cost cost, Instant now, ZoneId zone) {
        return cost.spent().isEmpty()
                ? Optional.empty()
                : Optional.of("spent about " + dollars(cost.spent().getAsDouble())
                        + cost.since()
                                .map(since -> " since " + day(since, now, zone))
                                .orElse(""));
    }

    public static String perHour(Cost cost) {
        OptionalDouble perHour = cost.perHour();
        return perHour.isPresent() ? dollars(perHour.getAsDouble()) + " per hour" : "price unknown";
    }

    public static String dollars(double amount) {
        boolean small = amount != 0 && Math.abs(amount) < 0.1;
        return "$" + Numbers.fixed(amount, small ? 4 : 2);
    }

    private static String day(Instant since, Instant now, ZoneId zone) {
        LocalDate date = LocalDate.ofInstant(since, zone);
        long days = ChronoUnit.DAYS.between(date, LocalDate.ofInstant(now, zone));
        if (days == 0) {
            return Timestamps.time(since, zone);
        }
        String name = date.getDayOfWeek().name();
        return days < 7 ? name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT) : date.toString();
    }
}
