package io.manta.ui.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves {@code /metrics}, where Ray's monitor did when that port is free, to this machine only unless told otherwise. */
public final class MetricsServer implements AutoCloseable {
    /** Where Ray's monitor serves. */
    public static final int RAYS_PORT = 44217;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final DaemonMetrics metrics;
    private final ExpositionFormats formats = ExpositionFormats.init();
    private final String host;

    /** @param port the one wanted; another cluster may have it, and then any will do */
    public MetricsServer(DaemonMetrics metrics, String host, int port) throws IOException {
        this.metrics = metrics;
        this.host = host;
        this.server = bind(InetAddress.getByName(host), port);
        server.setExecutor(threads);
        server.createContext("/metrics", this::serve);
        server.start();
    }

    private static HttpServer bind(InetAddress address, int port) throws IOException {
        try {
            return HttpServer.create(new InetSocketAddress(address, port), 0);
        } catch (BindException e) {
            return HttpServer.create(new InetSocketAddress(address, 0), 0);
        }
    }

    /** As host:port. */
    public String address() {
        return host + ":" + server.getAddress().getPort();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            ExpositionFormatWriter writer =
                    formats.findWriter(exchange.getRequestHeaders().getFirst("Accept"));
            var body = new ByteArrayOutputStream();
            synchronized (metrics) {
                writer.write(body, metrics.registry().scrape());
            }
            exchange.getResponseHeaders().set("Content-Type", writer.getContentType());
            exchange.sendResponseHeaders(200, body.size());
            body.writeTo(exchange.getResponseBody());
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
