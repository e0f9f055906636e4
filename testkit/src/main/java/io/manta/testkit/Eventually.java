package io.manta.testkit;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

/** Waits for what happens elsewhere: asks again until it is so, and fails with the last answer when it never is. */
public final class Eventually {
    private static final Duration POLL = Duration.ofMillis(20);

    private Eventually() {}

    /** Returns the first answer that is accepted. */
    public static <T> T eventually(Duration limit, String what, Callable<T> question, Predicate<T> accepted)
            throws Exception {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            T answer = question.call();
            if (accepted.test(answer)) {
                return answer;
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + limit + ": " + what + "; last seen: " + answer);
            }
            Thread.sleep(POLL);
        }
    }

    public static void eventually(Duration limit, String what, Callable<Boolean> condition) throws Exception {
        eventually(limit, what, condition, Boolean::booleanValue);
    }
}
