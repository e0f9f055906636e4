package io.manta.testkit;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Executors;

/** Between a provider and its cloud: writes down every call, and makes go wrong what a test wants to. */
public final class FaultyWire implements AutoCloseable {
    private static final Set<String> OWN =
            Set.of("host", "content-length", "connection", "expect", "transfer-encoding");
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final HttpServer server;
    private final URI target;
    private final Namer namer;
    private final List<Call> calls = Collections.synchronizedList(new ArrayList<>());
    private volatile Script script = call -> new Act.Pass();
    private volatile boolean dead;

    /** What a call is told by. */
    public record Asked(String verb, String path, Headers headers, String body) {}

    /** Names a call, so that scripts can tell calls apart. */
    @FunctionalInterface
    public interface Namer {
        String name(Asked asked);
    }

    public FaultyWire(URI target, Namer namer) throws IOException {
        this.target = target;
        this.namer = namer;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    /** The time of the process on this wire. Once it is dead all its patience is over, so that no test waits for a ghost. */
    public Clock clock() {
        Clock real = Clock.systemUTC();
        return new Clock() {
            @Override
            public Instant instant() {
                return dead ? real.instant().plus(Duration.ofDays(1)) : real.instant();
            }

            @Override
            public ZoneId getZone() {
                return real.getZone();
            }

            @Override
            public Clock withZone(ZoneId zone) {
                throw new IllegalStateException("one zone is enough");
            }
        };
    }

    /** @param number counted from 1 */
    public record Call(int number, String name, String path, String body) {}

    /** What becomes of a call. */
    public sealed interface Act {
        record Pass() implements Act {}

        /** Goes on as another request. */
        record Rewrite(String body) implements Act {}

        /** The cloud never sees it. */
        record Answer(int status, String body) implements Act {}

        /** The cloud does it, but its answer is as if it had not. */
        record AnswerWith(String body) implements Act {}

        /** The cloud does it, the caller never hears. */
        record LoseAnswer() implements Act {}

        /** The calling process ends here, before or after the cloud has done it; nothing of it is heard again. */
        record Die(boolean done) implements Act {}
    }

    /** Decides. */
    @FunctionalInterface
    public interface Script {
        Act act(Call call);
    }

    public void script(Script next) {
        script = next;
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    public List<String> names() {
        synchronized (calls) {
            return calls.stream().map(Call::name).toList();
        }
    }

    public List<Call> calls(String name) {
        synchronized (calls) {
            return calls.stream().filter(call -> call.name().equals(name)).toList();
        }
    }

    /** The next process dies at its call of this number, before or after the cloud has done it. */
    public void dieAt(int number, boolean done) {
        script = call -> call.number() == number ? new Act.Die(done) : new Act.Pass();
    }

    /** The next process dies when the cloud has done what it asks by a call of this name. */
    public void dieAfter(String name) {
        script = call -> call.name().equals(name) ? new Act.Die(true) : new Act.Pass();
    }

    public void forget() {
        calls.clear();
    }

    public boolean isDead() {
        return dead;
    }

    private void handle(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (dead) {
            exchange.close();
            return;
        }
        try {
            switch (script.act(note(exchange, new String(body, StandardCharsets.UTF_8)))) {
                case Act.Pass _ -> answer(exchange, forward(exchange, body));
                case Act.Rewrite(String text) -> answer(exchange, forward(exchange, bytes(text)));
                case Act.Answer(int status, String text) -> send(exchange, status, text);
                case Act.AnswerWith(String text) -> {
                    forward(exchange, body);
                    send(exchange, 200, text);
                }
                case Act.LoseAnswer _ -> {
                    forward(exchange, body);
                    exchange.close();
                }
                case Act.Die(boolean done) -> {
                    dead = true;
                    if (done) {
                        forward(exchange, body);
                    }
                    exchange.close();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            exchange.close();
        }
    }

    private Call note(HttpExchange exchange, String body) {
        URI uri = exchange.getRequestURI();
        String name =
                namer.name(new Asked(exchange.getRequestMethod(), uri.getPath(), exchange.getRequestHeaders(), body));
        String path = uri.toString();
        synchronized (calls) {
            Call call = new Call(calls.size() + 1, name, path, body);
            calls.add(call);
            return call;
        }
    }

    private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(
                        target.resolve(exchange.getRequestURI().toString()))
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!OWN.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private static void answer(HttpExchange exchange, HttpResponse<byte[]> response) throws IOException {
        String type = response.headers().firstValue("content-type").orElse("application/json");
        write(exchange, response.statusCode(), type, response.body());
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        write(exchange, status, text.startsWith("<") ? "text/xml" : "application/json", bytes(text));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void write(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
