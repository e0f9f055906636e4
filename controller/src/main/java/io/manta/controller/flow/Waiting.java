package io.manta.controller.flow;

import io.manta.spi.provider.Progress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Keeps whoever waits informed: what is awaited and why, at once when it changes and at least every {@link #SILENCE} when it does
 * not, with how long it has been so.
 */
final class Waiting {
    static final Duration SILENCE = Duration.ofSeconds(15);

    private final Clock clock;
    private final Progress progress;
    private String what = "";
    private Instant since;
    private Instant told;

    Waiting(Clock clock, Progress progress) {
        this.clock = clock;
        this.progress = progress;
        this.since = clock.instant();
        this.told = since;
    }

    void on(String now) {
        Instant time = clock.instant();
        if (!now.equals(what)) {
            // Most things take a moment: what has only just begun is told by its own event.
            what = now;
            since = time;
        }
        if (!now.isEmpty() && Duration.between(told, time).compareTo(SILENCE) >= 0) {
            progress.say(now + " (for " + Duration.between(since, time).toSeconds() + " s)");
            told = time;
        }
    }
}
