package io.manta.provider.kubernetes.api;

import io.manta.provider.kubernetes.access.Access;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The JDK's own HTTP client. */
public final class HttpWire implements Wire {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final int UNAUTHORIZED = 401;

    private final Access access;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client;

    public HttpWire(Access access) {
        this.access = access;
        HttpClient.Builder builder = HttpClient.newBuilder()
                // One connection per request under way: a lost one takes no other with it.
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(access.tls())
                .executor(threads)
                .connectTimeout(CONNECT);
        access.proxy()
                .ifPresent(proxy -> builder.proxy(
                        ProxySelector.of(new InetSocketAddress(proxy.getHost(), Math.max(proxy.getPort(), 80)))));
        this.client = builder.build();
    }

    @Override
    public Answer send(Request request) throws IOException, InterruptedException {
        HttpResponse<String> response = once(request);
        if (response.statusCode() == UNAUTHORIZED) {
            access.credentials().renew();
            response = once(request);
        }
        return new Answer(response.statusCode(), response.body(), retryAfter(response));
    }

    private HttpResponse<String> once(Request request) throws IOException, InterruptedException {
        HttpRequest.Builder builder = builder(request.path())
                .timeout(request.limit())
                .method(
                        request.method(),
                        request.body().isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(request.body()));
        if (!request.body().isEmpty()) {
            builder.header("Content-Type", request.contentType());
        }
        return client.send(builder.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static Optional<Duration> retryAfter(HttpResponse<?> response) {
        try {
            return response.headers()
                    .firstValue("Retry-After")
                    .map(Long::parseLong)
                    .map(Duration::ofSeconds);
        } catch (NumberFormatException e) {
            // A date: no Kubernetes sends one.
            return Optional.empty();
        }
    }

    @Override
    public InputStream follow(String path) throws IOException, ApiException, InterruptedException {
        HttpResponse<InputStream> response =
                client.send(builder(path).GET().build(), HttpResponse.BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) {
            try (InputStream body = response.body()) {
                throw Answers.refused(response.statusCode(), new String(body.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return response.body();
    }

    @Override
    public WebSocket open(String path, String protocol, WebSocket.Listener listener)
            throws CompletionException, IOException, InterruptedException {
        WebSocket.Builder builder =
                client.newWebSocketBuilder().subprotocols(protocol).connectTimeout(CONNECT);
        access.credentials().authorization().ifPresent(value -> builder.header("Authorization", value));
        String url = uri(path).toString().replaceFirst("^http", "ws");
        return builder.buildAsync(URI.create(url), listener).join();
    }

    private HttpRequest.Builder builder(String path) throws IOException, InterruptedException {
        HttpRequest.Builder builder = HttpRequest.newBuilder(uri(path)).header("Accept", "application/json");
        access.credentials().authorization().ifPresent(value -> builder.header("Authorization", value));
        return builder;
    }

    private URI uri(String path) {
        String base = access.server().toString();
        return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path);
    }

    @Override
    public void close() {
        client.shutdownNow();
        threads.shutdownNow();
    }
}
