package io.manta.ui;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;

/** Serves the page to browsers on this machine. It only reads. */
public final class UiServer implements AutoCloseable {
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Gate gate;
    private final Supplier<List<Shown>> clusters;
    private final LogTail logs;

    /**
     * @param clusters those to be shown, asked anew for each request
     * @param redaction makes what takes secrets out of log lines
     */
    public UiServer(int port, Supplier<List<Shown>> clusters, Supplier<UnaryOperator<String>> redaction)
            throws IOException {
        // Not the host's name: nothing outside of this machine may connect.
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), 0);
        server.setExecutor(threads);
        gate = new Gate(server.getAddress().getPort());
        this.clusters = clusters;
        this.logs = new LogTail(redaction);
        server.createContext("/", this::handle);
        server.start();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Where the page is, for one who was let in. */
    public String address() {
        return "http://127.0.0.1:" + port() + "/";
    }

    /** Works once, and leads to that cluster; to all of them when it is empty. */
    public String link(String cluster) {
        String where = cluster.isEmpty() ? "" : "&cluster=" + Query.encode(cluster);
        return address() + "?token=" + gate.token().orElseGet(gate::newToken) + where;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var headers = exchange.getResponseHeaders();
            headers.set("Content-Security-Policy", POLICY);
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("Referrer-Policy", "no-referrer");
            headers.set("Cross-Origin-Resource-Policy", "same-origin");
            headers.set("Cross-Origin-Opener-Policy", "same-origin");
            headers.set("Cache-Control", "no-store");
            if (!gate.isOurs(exchange)) {
                text(exchange, 403, "This address is not for other pages.");
            } else if (!exchange.getRequestMethod().equals("GET")) {
                text(exchange, 405, "Nothing can be changed here.");
            } else {
                enter(exchange);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void enter(HttpExchange exchange) throws IOException, InterruptedException {
        String path = exchange.getRequestURI().getRawPath();
        Map<String, String> query = Query.parse(exchange.getRequestURI().getRawQuery());
        String given = query.getOrDefault("token", "");
        if (path.equals("/") && !given.isEmpty() && gate.redeem(given)) {
            exchange.getResponseHeaders().set("Set-Cookie", gate.cookie());
            // No redirect: a strict cookie would not be sent along when the link was followed from another page.
            String next = "/#/" + Query.encode(query.getOrDefault("cluster", ""));
            html(
                    exchange,
                    200,
                    "<!doctype html><meta http-equiv=refresh content=\"0;url=" + next + "\"><title>Manta</title>"
                            + "<link rel=icon href='data:,'>");
        } else if (!gate.knows(exchange)) {
            html(
                    exchange,
                    403,
                    "<!doctype html><html lang=en><title>Manta</title><h1>This page is not open to you</h1>"
                            + "<p>The link was already used. Run <code>manta ui</code> again and open the address that it prints.");
        } else if (path.startsWith("/api/")) {
            answer(exchange, path.substring(5));
        } else {
            file(exchange, path.equals("/") ? "index.html" : path.substring(1));
        }
    }

    private void file(HttpExchange exchange, String name) throws IOException {
        Optional<String> kind = WebFiles.kind(name);
        if (kind.isEmpty()) {
            text(exchange, 404, "There is no such page.");
        } else {
            send(exchange, 200, kind.get(), WebFiles.bytes(name));
        }
    }

    private void answer(HttpExchange exchange, String path) throws IOException, InterruptedException {
        List<String> parts = List.of(path.split("/", -1));
        if (path.equals("clusters")) {
            var all = new StringBuilder();
            for (Shown cluster : clusters.get()) {
                all.append(ClusterLines.summary(cluster));
            }
            text(exchange, 200, all.toString());
        } else if (path.equals("stream")) {
            stream(exchange);
        } else if (parts.getFirst().equals("clusters") && parts.size() == 2) {
            Optional<Shown> cluster = find(Query.decode(parts.get(1)));
            text(
                    exchange,
                    cluster.isPresent() ? 200 : 404,
                    cluster.isPresent()
                            ? ClusterLines.all(cluster.get(), "live").text()
                            : "no such cluster");
        } else if (parts.getFirst().equals("clusters")
                && parts.size() == 4
                && parts.get(2).equals("logs")) {
            Optional<Shown> cluster = find(Query.decode(parts.get(1)));
            text(
                    exchange,
                    cluster.isPresent() ? 200 : 404,
                    cluster.isPresent() ? logs.of(cluster.get(), Query.decode(parts.get(3))) : "no such cluster");
        } else {
            text(exchange, 404, "There is no such address.");
        }
    }

    private Optional<Shown> find(String name) {
        return clusters.get().stream()
                .filter(cluster -> cluster.name().equals(name))
                .findFirst();
    }

    private void stream(HttpExchange exchange) throws IOException, InterruptedException {
        String last = exchange.getRequestHeaders().getFirst("Last-Event-ID");
        Map<String, String> wanted =
                Query.parse(last == null ? exchange.getRequestURI().getRawQuery() : last);
        var positions = new LinkedHashMap<Shown, Position>();
        for (Shown cluster : clusters.get()) {
            if (wanted.containsKey(cluster.name())) {
                positions.put(cluster, Position.parse(wanted.getOrDefault(cluster.name(), "")));
            }
        }
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            new EventStream(positions, out).run();
        }
    }

    private static void text(HttpExchange exchange, int code, String text) throws IOException {
        send(exchange, code, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    private static void html(HttpExchange exchange, int code, String text) throws IOException {
        send(exchange, code, "text/html; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int code, String kind, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", kind);
        String accepted = exchange.getRequestHeaders().getFirst("Accept-Encoding");
        if (accepted != null && accepted.contains("gzip") && body.length > 500) {
            exchange.getResponseHeaders().set("Content-Encoding", "gzip");
            exchange.sendResponseHeaders(code, 0);
            try (var out = new GZIPOutputStream(exchange.getResponseBody(), 1 << 14)) {
                out.write(body);
            }
        } else {
            exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
            if (body.length > 0) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
