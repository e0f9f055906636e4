package io.manta.ray;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Waits for what another process will make true. */
final class Eventually {
    private Eventually() {}

    static void that(Duration limit, Callable<Boolean> condition, Supplier<String> otherwise) {
        long end = System.nanoTime() + limit.toNanos();
        while (!holds(condition)) {
            if (System.nanoTime() > end) {
                throw new AssertionError("after " + limit.toSeconds() + " s: " + otherwise.get());
            }
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
    }

    private static boolean holds(Callable<Boolean> condition) {
        try {
            return condition.call();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
