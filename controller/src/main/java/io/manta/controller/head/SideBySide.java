package io.manta.controller.head;

import io.manta.spi.model.ProblemException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Several things at once, all of them waited for. */
public final class SideBySide {
    private SideBySide() {}

    /** One of them. */
    public interface Task {
        void run() throws ProblemException, IOException, InterruptedException;
    }

    /** Throws what the first one that failed threw, in the order given, after all have ended. */
    public static void run(List<Task> tasks) throws ProblemException, IOException, InterruptedException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<?>>();
            for (Task task : tasks) {
                running.add(threads.submit(() -> {
                    task.run();
                    return null;
                }));
            }
            try {
                for (Future<?> one : running) {
                    one.get();
                }
            } catch (InterruptedException e) {
                threads.shutdownNow();
                throw e;
            } catch (ExecutionException e) {
                rethrow(Objects.requireNonNullElse(e.getCause(), e));
            }
        }
    }

    private static void rethrow(Throwable cause) throws ProblemException, IOException, InterruptedException {
        switch (cause) {
            case ProblemException problem -> throw problem;
            case IOException problem -> throw problem;
            case InterruptedException stop -> throw stop;
            case RuntimeException bug -> throw bug;
            default -> throw new IllegalStateException(cause);
        }
    }
}
