package io.manta.controller.setup;

import io.manta.spi.remote.OutputSink;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what docker or podman print while they pull an image, and tells how far they are, not too often. */
final class PullProgress implements OutputSink {
    private static final Duration PERIOD = Duration.ofSeconds(2);
    private static final Pattern BEGUN = Pattern.compile("^([0-9a-f]{12}): (Pulling fs layer|Waiting|Already exists)");
    private static final Pattern DONE = Pattern.compile("^([0-9a-f]{12}): (Pull complete|Already exists)");
    private static final Pattern BLOB = Pattern.compile("^Copying blob (?:sha256:)?([0-9a-f]{12})[0-9a-f]*( done)?");

    private final Clock clock;
    private final Consumer<String> teller;
    private final Set<String> layers = new HashSet<>();
    private final Set<String> complete = new HashSet<>();
    private Instant told = Instant.MIN;

    PullProgress(Clock clock, Consumer<String> teller) {
        this.clock = clock;
        this.teller = teller;
    }

    @Override
    public synchronized void line(String line) {
        int before = complete.size();
        note(BEGUN.matcher(line), layers);
        note(DONE.matcher(line), complete);
        Matcher blob = BLOB.matcher(line);
        if (blob.find()) {
            layers.add(blob.group(1));
            if (blob.group(2) != null) {
                complete.add(blob.group(1));
            }
        }
        layers.addAll(complete);
        boolean last = complete.size() == layers.size();
        boolean due = last || !clock.instant().isBefore(told.plus(PERIOD));
        if (!layers.isEmpty() && complete.size() > before && due) {
            told = clock.instant();
            teller.accept(complete.size() + " of " + layers.size() + " layers pulled");
        }
    }

    private static void note(Matcher found, Set<String> into) {
        if (found.find()) {
            into.add(found.group(1));
        }
    }
}
