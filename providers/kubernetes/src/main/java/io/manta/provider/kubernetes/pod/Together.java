package io.manta.provider.kubernetes.pod;

import io.manta.core.port.ProviderException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/** Several requests at the same time, but not more than a server likes; all are waited for. */
public final class Together implements AutoCloseable {
    private static final int MOST = 24;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore places = new Semaphore(MOST);
    private final List<Future<?>> begun = new ArrayList<>();

    /** One of them. */
    @FunctionalInterface
    public interface Part {
        void run() throws ProviderException, InterruptedException;
    }

    public void begin(Part part) {
        begun.add(threads.submit(() -> {
            places.acquire();
            try {
                part.run();
            } finally {
                places.release();
            }
            return null;
        }));
    }

    /** Throws what the first that failed threw, when all have ended. */
    public void await() throws ProviderException, InterruptedException {
        ProviderException first = null;
        for (Future<?> one : begun) {
            try {
                one.get();
            } catch (ExecutionException e) {
                first = first == null ? failure(e) : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private static ProviderException failure(ExecutionException e) throws InterruptedException {
        Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
        if (cause instanceof ProviderException failure) {
            return failure;
        }
        if (cause instanceof InterruptedException interrupted) {
            throw interrupted;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        throw cause instanceof RuntimeException bug ? bug : new IllegalStateException(e);
    }

    @Override
    public void close() {
        threads.close();
    }
}
