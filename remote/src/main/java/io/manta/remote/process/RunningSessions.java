package io.manta.remote.process;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The sessions somebody waits for; they end with us, as a command over SSH ends with its connection. */
final class RunningSessions implements AutoCloseable {
    private static final Set<Long> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> RUNNING.parallelStream().forEach(Sessions::end), "end-sessions"));
    }

    private final long session;

    private RunningSessions(long session) {
        this.session = session;
    }

    static RunningSessions add(long session) {
        RUNNING.add(session);
        return new RunningSessions(session);
    }

    @Override
    public void close() {
        RUNNING.remove(session);
    }
}
