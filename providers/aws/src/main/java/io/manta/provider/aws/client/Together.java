package io.manta.provider.aws.client;

import io.manta.core.port.ProviderException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Several things at the same time, none of which outlives the block. */
public final class Together implements AutoCloseable {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** One of them. */
    @FunctionalInterface
    public interface Part<T> {
        T run() throws ProviderException, InterruptedException;
    }

    /** What will come of it. */
    @FunctionalInterface
    public interface Outcome<T> {
        T get() throws ProviderException, InterruptedException;
    }

    public <T> Outcome<T> begin(Part<T> part) {
        Future<T> future = threads.submit(part::run);
        return () -> await(future);
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
