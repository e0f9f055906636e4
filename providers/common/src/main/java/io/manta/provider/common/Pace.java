package io.manta.provider.common;

import java.util.concurrent.TimeUnit;

/**
 * Keeps calls below a rate, so that many are slow rather than refused: a bucket of tokens that fills again. It lends tokens that
 * it does not have yet, and says how long to wait for them.
 */
public final class Pace {
    /**
     * A full bucket, and how fast it fills again.
     *
     * @param perSecond tokens
     */
    public record Rate(double burst, double perSecond) {
        public Rate times(double factor) {
            return new Rate(burst * factor, perSecond * factor);
        }
    }

    private final Rate rate;
    private double tokens;
    private long at;
    private boolean used;

    public Pace(Rate rate) {
        this.rate = rate;
        this.tokens = rate.burst();
    }

    /** Takes one token; returns how many nanoseconds to wait before it is used. */
    public synchronized long take(long now) {
        if (used) {
            tokens = Math.min(rate.burst(), tokens + (now - at) * rate.perSecond() / 1e9);
        }
        used = true;
        at = now;
        tokens -= 1;
        return tokens >= 0 ? 0 : (long) (-tokens / rate.perSecond() * TimeUnit.SECONDS.toNanos(1));
    }

    /** Waits for its turn. */
    public void await() throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(take(System.nanoTime()));
    }
}
