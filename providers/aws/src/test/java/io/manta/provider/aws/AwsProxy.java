package io.manta.provider.aws;

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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Between Manta and moto: writes down every call, and makes go wrong what a test wants to. */
final class AwsProxy implements AutoCloseable {
    private static final Pattern ACTION = Pattern.compile("(?:^|&)Action=([A-Za-z]+)");
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final HttpServer server;
    private final URI target;
    private final List<Call> calls = Collections.synchronizedList(new ArrayList<>());
    private volatile Script script = call -> new Act.Pass();
    private volatile boolean dead;

    AwsProxy(URI target) throws IOException {
        this.target = target;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    /** @param number counted from 1 */
    record Call(int number, String action, String body) {}

    /** What becomes of a call. */
    sealed interface Act {
        record Pass() implements Act {}

        /** Goes on as another request. */
        record Rewrite(String body) implements Act {}

        /** AWS never sees it. */
        record Answer(int status, String code) implements Act {}

        /** AWS does it, the caller never hears. */
        record LoseAnswer() implements Act {}

        /** The calling process ends here, before or after AWS has done it; nothing of it is heard again. */
        record Die(boolean done) implements Act {}

        /** AWS does it, but its answer is as if it had not. */
        record AnswerWith(String text) implements Act {}
    }

    /** Decides. */
    @FunctionalInterface
    interface Script {
        Act act(Call call);
    }

    void script(Script next) {
        script = next;
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    List<String> actions() {
        synchronized (calls) {
            return calls.stream().map(Call::action).toList();
        }
    }

    List<Call> calls(String action) {
        synchronized (calls) {
            return calls.stream().filter(call -> call.action().equals(action)).toList();
        }
    }

    void forget() {
        calls.clear();
    }

    boolean isDead() {
        return dead;
    }

    private void handle(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (dead) {
            exchange.close();
            return;
        }
        Call call = note(exchange, new String(body, StandardCharsets.UTF_8));
        try {
            switch (script.act(call)) {
                case Act.Pass _ -> answer(exchange, forward(exchange, body));
                case Act.Rewrite(String changed) ->
                    answer(exchange, forward(exchange, changed.getBytes(StandardCharsets.UTF_8)));
                case Act.Answer(int status, String code) -> send(exchange, status, error(code));
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
        Matcher found = ACTION.matcher(body);
        String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
        String action = found.find()
                ? found.group(1)
                : target != null
                        ? target.substring(target.indexOf('.') + 1)
                        : exchange.getRequestMethod() + " "
                                + exchange.getRequestURI().getPath();
        synchronized (calls) {
            Call call = new Call(calls.size() + 1, action, body);
            calls.add(call);
            return call;
        }
    }

    private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(
                        target.resolve(exchange.getRequestURI().toString()))
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            String lower = name.toLowerCase(java.util.Locale.ROOT);
            if (!List.of("host", "content-length", "connection", "expect", "transfer-encoding")
                    .contains(lower)) {
                values.forEach(value -> request.header(name, value));
            }
        });
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private static void answer(HttpExchange exchange, HttpResponse<byte[]> response) throws IOException {
        response.headers()
                .firstValue("content-type")
                .ifPresent(type -> exchange.getResponseHeaders().add("Content-Type", type));
        byte[] body = response.body();
        exchange.sendResponseHeaders(response.statusCode(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "text/xml");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** As EC2 and IAM word it, so that either client understands. */
    private static String error(String code) {
        return "<Response><Errors><Error><Code>" + code + "</Code><Message>injected</Message></Error></Errors>"
                + "<Error><Code>" + code
                + "</Code><Message>injected</Message></Error><RequestID>r</RequestID></Response>";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
