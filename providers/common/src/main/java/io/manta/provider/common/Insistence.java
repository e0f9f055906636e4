package io.manta.provider.common;

import io.manta.spi.model.Problem;
import io.manta.spi.provider.ProviderException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes things one by one: what may still succeed is tried again until the time is over, what cannot be removed does not keep
 * the others from being removed, and is told at the end.
 */
public final class Insistence {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(15);

    private final Clock clock;
    private final Instant deadline;
    private final List<String> left = new ArrayList<>();

    public Insistence(Clock clock, Duration patience) {
        this.clock = clock;
        this.deadline = clock.instant().plus(patience);
    }

    /** One thing to remove; removing it again changes nothing. */
    @FunctionalInterface
    public interface Step {
        void run() throws ProviderException, InterruptedException;
    }

    /** Returns whether it is done; if not, it is among what is {@link #left}. */
    public boolean remove(String what, Step step) throws InterruptedException {
        var pause = new Pause(FIRST_PAUSE, LONGEST_PAUSE);
        while (true) {
            try {
                step.run();
                return true;
            } catch (ProviderException e) {
                if (!mayPass(e.kind()) || clock.instant().isAfter(deadline)) {
                    note(what, e.problem());
                    return false;
                }
            }
            pause.await();
        }
    }

    private static boolean mayPass(ProviderException.Kind kind) {
        return switch (kind) {
            case THROTTLED, UNREACHABLE, UNKNOWN -> true;
            case NO_CAPACITY, QUOTA, DENIED, INVALID -> false;
        };
    }

    private synchronized void note(String what, Problem problem) {
        left.add(what + ": " + problem.what() + (problem.why().isEmpty() ? "" : " (" + problem.why() + ")"));
    }

    /** What could not be removed, and why. */
    public synchronized List<String> left() {
        return List.copyOf(left);
    }
}
