package io.manta.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;

/** Runs the same thing many times in the same moment. */
public final class AtOnce {
    private AtOnce() {}

    /** One of the many; gets its number. */
    @FunctionalInterface
    public interface Part<T> {
        T run(int number) throws Exception;
    }

    /** The answers in order; fails as the first part that failed. */
    public static <T> List<T> run(int count, Part<T> part) throws Exception {
        var start = new CountDownLatch(1);
        var tasks = new ArrayList<FutureTask<T>>();
        for (int i = 0; i < count; i++) {
            int number = i;
            var task = new FutureTask<T>(() -> {
                start.await();
                return part.run(number);
            });
            tasks.add(task);
            Thread.ofVirtual().start(task);
        }
        start.countDown();
        var answers = new ArrayList<T>();
        for (FutureTask<T> task : tasks) {
            answers.add(task.get());
        }
        return answers;
    }
}
