package io.manta.e2e.kubernetes;

import io.manta.provider.kubernetes.api.ApiException;
import io.manta.provider.kubernetes.api.Wire;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** The way to a real API, on which things go wrong as a script says. */
final class FaultyWire implements Wire {
    private final Wire real;
    private final AtomicInteger calls = new AtomicInteger();
    private volatile Function<Call, Act> script = call -> new Act.Pass();
    private volatile boolean dead;

    /** @param number from 1 on */
    record Call(int number, String method, String path) {
        /** Such as {@code POST pods}. */
        String kind() {
            String plain = path.replaceFirst("\\?.*", "");
            String[] parts = plain.split("/", -1);
            int at = plain.contains("/namespaces/") ? 0 : -1;
            for (int i = 0; i < parts.length; i++) {
                at = parts[i].equals("namespaces") ? i : at;
            }
            return method + " " + (at > 0 && at + 2 < parts.length ? parts[at + 2] : parts[parts.length - 1]);
        }
    }

    /** What happens to a call. */
    sealed interface Act {
        record Pass() implements Act {}

        record Answer(int status, String reason, String message, Optional<Duration> retryAfter) implements Act {}

        /** The connection breaks, before or after the server has done what was asked. */
        record Break(boolean done) implements Act {}

        /** The process dies, before or after. */
        record Die(boolean done) implements Act {}
    }

    /** Nobody catches it, as nobody can do anything when the process is gone. */
    static final class Died extends Error {
        private static final long serialVersionUID = 1L;
    }

    FaultyWire(Wire real) {
        this.real = real;
    }

    void script(Function<Call, Act> acts) {
        script = acts;
        calls.set(0);
    }

    int calls() {
        return calls.get();
    }

    boolean isDead() {
        return dead;
    }

    @Override
    public Answer send(Request request) throws IOException, InterruptedException {
        Act act = act(request.method(), request.path());
        return switch (act) {
            case Act.Pass pass -> real.send(request);
            case Act.Answer answer -> new Answer(answer.status(), body(answer), answer.retryAfter());
            case Act.Break broken -> {
                if (broken.done()) {
                    real.send(request);
                }
                throw new IOException("Connection reset");
            }
            case Act.Die death -> {
                if (death.done()) {
                    real.send(request);
                }
                dead = true;
                throw new Died();
            }
        };
    }

    private Act act(String method, String path) {
        if (dead) {
            throw new Died();
        }
        return script.apply(new Call(calls.incrementAndGet(), method, path));
    }

    private static String body(Act.Answer answer) {
        return "{\"kind\":\"Status\",\"code\":" + answer.status() + ",\"reason\":\"" + answer.reason()
                + "\",\"message\":\"" + answer.message() + "\"}";
    }

    @Override
    public InputStream follow(String path) throws IOException, ApiException, InterruptedException {
        return switch (act("WATCH", path)) {
            case Act.Answer answer ->
                new ByteArrayInputStream(
                        ("{\"type\":\"ERROR\",\"object\":" + body(answer) + "}\n").getBytes(StandardCharsets.UTF_8));
            case Act.Break broken -> throw new IOException("Connection reset");
            case Act.Die death -> throw new Died();
            case Act.Pass pass -> real.follow(path);
        };
    }

    @Override
    public WebSocket open(String path, String protocol, WebSocket.Listener listener)
            throws IOException, InterruptedException {
        return real.open(path, protocol, listener);
    }

    @Override
    public void close() {
        real.close();
    }
}
