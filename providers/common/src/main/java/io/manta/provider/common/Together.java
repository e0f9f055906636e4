package io.manta.provider.common;

import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/** Several calls at the same time, none of which outlives the block. One thread begins and awaits them. */
public final class Together implements AutoCloseable {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Outcome<?>> begun = new ArrayList<>();
    private final Semaphore places;

    public Together() {
        this(Integer.MAX_VALUE);
    }

    /** @param most how many the other side likes at once; the others wait for their turn */
    public Together(int most) {
        this.places = new Semaphore(most);
    }

    /** One of them. */
    @FunctionalInterface
    public interface Part<T> {
        T run() throws ProviderException, InterruptedException;
    }

    /** One of them that answers nothing. */
    @FunctionalInterface
    public interface Step {
        void run() throws ProviderException, InterruptedException;
    }

    /** What will come of it. */
    @FunctionalInterface
    public interface Outcome<T> {
        T get() throws ProviderException, InterruptedException;
    }

    public <T> Outcome<T> begin(Part<T> part) {
        Future<T> future = threads.submit(() -> {
            places.acquire();
            try {
                return part.run();
            } finally {
                places.release();
            }
        });
        Outcome<T> outcome = () -> await(future);
        begun.add(outcome);
        return outcome;
    }

    public void beginStep(Step step) {
        var _ = begin(() -> {
            step.run();
            return true;
        });
    }

    /** Throws what the first that failed threw, in the order in which they were begun. */
    public void await() throws ProviderException, InterruptedException {
        for (Outcome<?> one : begun) {
            one.get();
        }
    }

    private static <T> T await(Future<T> future) throws ProviderException, InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case ProviderException failure -> throw failure;
                case InterruptedException interrupted -> throw interrupted;
                case RuntimeException bug -> throw bug;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }

    /** Waits for all: a call that was begun may make something, and must not be cut off half way. */
    @Override
    public void close() {
        threads.close();
    }
}
