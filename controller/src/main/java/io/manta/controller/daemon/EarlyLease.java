package io.manta.controller.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * While {@code up} works on the head, the daemon leaves the head to it. The lease is a file that {@code up} renews; one that was
 * not renewed for a minute is over, for whoever held it was killed or has lost its way here.
 */
public final class EarlyLease {
    /** How long one renewal lasts. */
    public static final Duration LENGTH = Duration.ofMinutes(1);

    private final Path file;
    private final Clock clock;

    EarlyLease(Path file, Clock clock) {
        this.file = file;
        this.clock = clock;
    }

    /** A time in the future is as good as one in the past: clocks are set back, too. */
    boolean holds() {
        try {
            Instant renewed = Files.getLastModifiedTime(file).toInstant();
            return Duration.between(renewed, clock.instant()).abs().compareTo(LENGTH) < 0;
        } catch (IOException e) {
            return false;
        }
    }
}
