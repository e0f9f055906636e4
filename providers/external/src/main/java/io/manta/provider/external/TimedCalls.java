package io.manta.provider.external;

import io.manta.spi.provider.ProviderException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Calls into code that is not ours, each on a thread of its own, so that one that never returns costs only that thread. */
final class TimedCalls {
    /** Threads that hang are not collected; at some point it is better to say no at once. */
    private static final int MOST_HANGING = 50;

    private final String provider;
    private final ClassLoader loader;
    private final AtomicInteger hanging = new AtomicInteger();

    TimedCalls(String provider, ClassLoader loader) {
        this.provider = provider;
        this.loader = loader;
    }

    <T> T run(String call, Duration limit, Callable<T> body) throws ProviderException, InterruptedException {
        if (hanging.get() >= MOST_HANGING) {
            throw ExternalProblems.hangs(provider, call, Duration.ZERO);
        }
        var task = new FutureTask<T>(body);
        Thread thread = Thread.ofPlatform().daemon().name(provider + " " + call).unstarted(task);
        thread.setContextClassLoader(loader);
        thread.start();
        try {
            return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            abandon(thread);
            throw ExternalProblems.hangs(provider, call, limit);
        } catch (InterruptedException e) {
            abandon(thread);
            throw e;
        } catch (ExecutionException e) {
            throw translated(call, Objects.requireNonNullElse(e.getCause(), e));
        }
    }

    private void abandon(Thread thread) {
        hanging.incrementAndGet();
        thread.interrupt();
        Thread.ofVirtual().start(() -> {
            try {
                thread.join();
                hanging.decrementAndGet();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private ProviderException translated(String call, Throwable cause) {
        if (cause instanceof ProviderException e && !e.problems().isEmpty()) {
            return e;
        }
        return ExternalProblems.threw(provider, call, cause);
    }
}
