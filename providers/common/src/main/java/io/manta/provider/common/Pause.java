package io.manta.provider.common;

import java.time.Duration;

/** Pauses between looks at the same thing, each longer than the last. A look that took long enough itself needs none. */
public final class Pause {
    private final Duration longest;
    private Duration next;
    private long since = System.nanoTime();

    public Pause(Duration first, Duration longest) {
        this.next = first;
        this.longest = longest;
    }

    /** Returns when the last look is long enough ago. */
    public void await() throws InterruptedException {
        Duration left = next.minusNanos(System.nanoTime() - since);
        if (left.isPositive()) {
            Thread.sleep(left);
        }
        since = System.nanoTime();
        Duration doubled = next.multipliedBy(2);
        next = doubled.compareTo(longest) > 0 ? longest : doubled;
    }
}
