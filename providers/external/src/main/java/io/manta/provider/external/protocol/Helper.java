package io.manta.provider.external.protocol;

import io.manta.provider.external.ExternalProblems;
import io.manta.spi.provider.ProviderException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A helper process that is there when it is needed: started with the first call, started again after it ended, and then asked
 * once more what it had not answered, which is safe because every call may be repeated.
 */
public final class Helper implements AutoCloseable {
    /** The version of docs/provider-protocol.md. */
    public static final int PROTOCOL = 1;

    private static final int TRIES = 3;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration GREETING = Duration.ofSeconds(60);

    /** How to start it; asked anew for each life. */
    @FunctionalInterface
    public interface Start {
        List<String> command() throws ProviderException, InterruptedException;
    }

    private final String name;
    private final Start start;
    private final Map<String, String> environment;
    private final Map<String, Object> greeting;
    private final HelperLog log;
    private @Nullable HelperProcess process;
    private Set<String> methods = Set.of();
    private boolean closed;

    /** @param greeting the parameters of {@code hello} */
    public Helper(
            String name,
            Start start,
            Map<String, String> environment,
            Map<String, Object> greeting,
            java.nio.file.Path log) {
        this.name = name;
        this.start = start;
        this.environment = Map.copyOf(environment);
        this.greeting = Map.copyOf(greeting);
        this.log = new HelperLog(log);
    }

    String name() {
        return name;
    }

    Map<?, ?> call(String method, Map<String, Object> params, Duration limit)
            throws ProviderException, InterruptedException {
        return call(method, params, limit, _ -> {}, true);
    }

    /**
     * @param notes gets what comes before the answer: progress, output
     * @param repeat whether to ask again when the helper ends before it answers
     */
    Map<?, ?> call(
            String method,
            Map<String, Object> params,
            Duration limit,
            Consumer<Map<String, Object>> notes,
            boolean repeat)
            throws ProviderException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        String how = "";
        for (int i = 0; i < (repeat ? TRIES : 1); i++) {
            if (i > 0) {
                Thread.sleep(FIRST_PAUSE.multipliedBy(i));
            }
            HelperProcess helper = running();
            try {
                return ask(helper, method, params, limit, deadline, notes);
            } catch (HelperProcess.Ended e) {
                how = e.getMessage();
                forget(helper);
            }
        }
        throw ExternalProblems.ended(name, how + " during " + method, log.tail());
    }

    private Map<?, ?> ask(
            HelperProcess helper,
            String method,
            Map<String, Object> params,
            Duration limit,
            long deadline,
            Consumer<Map<String, Object>> notes)
            throws HelperProcess.Ended, ProviderException, InterruptedException {
        long sent = System.nanoTime();
        var answer = helper.send(method, params, limit.toSeconds(), notes);
        try {
            Map<String, Object> message = answer.get(Math.max(1, deadline - sent), TimeUnit.NANOSECONDS);
            if (message.get("error") instanceof Map<?, ?> error) {
                throw Answers.failure(name, error);
            }
            if (message.get("result") instanceof Map<?, ?> result) {
                return result;
            }
            throw ExternalProblems.answer(name, method, "`result` is not an object");
        } catch (TimeoutException e) {
            answer.cancel(false);
            if (helper.silentSince(sent)) {
                // It answers nobody: a new one may do better.
                helper.end(0);
                forget(helper);
            }
            throw ExternalProblems.hangs(name, method, limit);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof HelperProcess.Ended ended
                    ? ended
                    : new HelperProcess.Ended(String.valueOf(e.getCause()));
        }
    }

    boolean offers(String method) throws ProviderException, InterruptedException {
        running();
        synchronized (this) {
            return methods.contains(method);
        }
    }

    /** The process id of this moment's helper. */
    public long pid() throws ProviderException, InterruptedException {
        return running().pid();
    }

    private synchronized HelperProcess running() throws ProviderException, InterruptedException {
        if (closed) {
            throw ExternalProblems.ended(name, "was closed", List.of());
        }
        HelperProcess current = process;
        if (current != null && current.isAlive()) {
            return current;
        }
        try {
            HelperProcess fresh = HelperProcess.start(start.command(), environment, log);
            greet(fresh);
            process = fresh;
            return fresh;
        } catch (IOException e) {
            throw ExternalProblems.cannotStart(name, String.valueOf(e.getMessage()));
        }
    }

    private void greet(HelperProcess fresh) throws ProviderException, InterruptedException {
        try {
            Map<?, ?> hello = ask(fresh, "hello", greeting, GREETING, System.nanoTime() + GREETING.toNanos(), _ -> {});
            Object version = hello.get("protocol");
            if (!(version instanceof Number number) || number.intValue() != PROTOCOL) {
                fresh.end(0);
                throw ExternalProblems.protocol(name, String.valueOf(version), PROTOCOL);
            }
            methods = hello.get("methods") instanceof List<?> list
                    ? list.stream().map(Object::toString).collect(Collectors.toUnmodifiableSet())
                    : Set.of();
        } catch (HelperProcess.Ended e) {
            fresh.end(0);
            throw ExternalProblems.ended(name, e.getMessage() + " before it said hello", log.tail());
        } catch (ProviderException | InterruptedException e) {
            fresh.end(0);
            throw e;
        }
    }

    private synchronized void forget(HelperProcess ended) {
        if (process == ended) {
            process = null;
        }
        ended.end(0);
    }

    @Override
    public synchronized void close() {
        closed = true;
        HelperProcess current = process;
        process = null;
        if (current != null) {
            current.end(1000);
        }
    }
}
