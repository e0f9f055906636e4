package io.manta.testkit;

import java.util.ArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Lets the same work die at one of its calls after the other, until it is shorter than that; counts the deaths. */
public final class CrashPoints {
    private CrashPoints() {}

    /** Dies at one call, before or after it is done; says whether the work came so far. */
    @FunctionalInterface
    public interface Death {
        boolean at(int call, boolean done) throws Exception;
    }

    public static int every(Death death) throws Exception {
        return every(1, death);
    }

    /** @param sideBySide how many at a time, each in a corner of its own */
    public static int every(int sideBySide, Death death) throws Exception {
        int tried = 0;
        for (boolean done : new boolean[] {false, true}) {
            boolean reached = true;
            for (int first = 1; reached; first += sideBySide) {
                var outcomes = new ArrayList<Future<Boolean>>();
                try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                    for (int at = first; at < first + sideBySide; at++) {
                        int call = at;
                        outcomes.add(threads.submit(() -> death.at(call, done)));
                    }
                }
                for (Future<Boolean> outcome : outcomes) {
                    reached &= outcome.get();
                    tried += outcome.get() ? 1 : 0;
                }
            }
        }
        return tried;
    }

    /** One call of every so many, in turn after and before it is done: for work whose every repetition is slow. */
    public static int some(int stride, Death death) throws Exception {
        int tried = 0;
        boolean done = true;
        for (int at = 1; death.at(at, done); at += stride) {
            tried++;
            done = !done;
        }
        return tried;
    }
}
