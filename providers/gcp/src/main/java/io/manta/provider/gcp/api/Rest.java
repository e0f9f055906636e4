package io.manta.provider.gcp.api;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.ProviderException.Kind;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;

/**
 * Asks Google and takes its answers as they are: JSON objects. What may pass is tried again, so every call that changes something
 * must bear being made twice.
 */
public final class Rest implements AutoCloseable {
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(20);
    // Google holds such a call for up to two minutes.
    private static final Duration WAITING = Duration.ofSeconds(150);
    private static final int AT_ONCE = 32;

    /**
     * How Google is reached.
     *
     * @param endpoint one address for all services instead of Google's own
     * @param attempt how long one attempt may take
     */
    public record Link(Optional<URI> endpoint, int attempts, Duration attempt, Duration backoff) {
        public static final Link DEFAULT =
                new Link(Optional.empty(), 6, Duration.ofSeconds(60), Duration.ofMillis(250));

        public Link at(Optional<URI> other) {
            return new Link(other, attempts, attempt, backoff);
        }
    }

    private final String project;
    private final Identity identity;
    private final Link link;
    private final HttpClient http;
    private final Semaphore slots = new Semaphore(AT_ONCE);

    public Rest(String project, Identity identity, Link link) {
        this.project = project;
        this.identity = identity;
        this.link = link;
        boolean plain =
                link.endpoint().filter(uri -> "http".equals(uri.getScheme())).isPresent();
        this.http = HttpClient.newBuilder()
                .connectTimeout(Duration.ofSeconds(10))
                .version(plain ? HttpClient.Version.HTTP_1_1 : HttpClient.Version.HTTP_2)
                .build();
    }

    public String project() {
        return project;
    }

    public Identity identity() {
        return identity;
    }

    /** The answer; every refusal is an exception in our words. */
    public Doc ask(String doing, Request request) throws ProviderException, InterruptedException {
        return ask(doing, request, Set.of()).body();
    }

    /** @param expected refusals that the caller wants to see */
    public Reply ask(String doing, Request request, Set<Integer> expected)
            throws ProviderException, InterruptedException {
        Duration wait = link.backoff();
        for (int attempt = 1; ; attempt++) {
            ProviderException failure;
            try {
                HttpResponse<String> answer = send(request);
                Doc body = parse(answer.body());
                if (answer.statusCode() < 300) {
                    return new Reply(answer.statusCode(), body);
                }
                failure = GcpErrors.answered(doing, answer.statusCode(), body.doc("error"), request.service(), this);
                if (expected.contains(answer.statusCode()) && !mayPass(failure.kind())) {
                    return new Reply(answer.statusCode(), body.doc("error"));
                }
            } catch (IOException e) {
                failure = GcpErrors.unreachable(doing, uri(request), e);
            }
            if (attempt >= link.attempts() || !mayPass(failure.kind())) {
                throw failure;
            }
            Thread.sleep(wait);
            wait = min(wait.multipliedBy(failure.kind() == Kind.THROTTLED ? 3 : 2));
        }
    }

    private static boolean mayPass(Kind kind) {
        return kind == Kind.THROTTLED || kind == Kind.UNREACHABLE || kind == Kind.UNKNOWN;
    }

    private static Duration min(Duration wait) {
        return wait.compareTo(LONGEST_BACKOFF) > 0 ? LONGEST_BACKOFF : wait;
    }

    private HttpResponse<String> send(Request request) throws ProviderException, IOException, InterruptedException {
        boolean waits = request.path().endsWith("/wait");
        var builder = HttpRequest.newBuilder(uri(request))
                .timeout(waits ? WAITING : link.attempt())
                .header("Authorization", "Bearer " + identity.token())
                .header("Accept", "application/json");
        if (request.body().isPresent()) {
            builder.header("Content-Type", "application/json");
            builder.method(
                    request.verb(),
                    HttpRequest.BodyPublishers.ofString(
                            JSON.std.asString(request.body().get())));
        } else {
            builder.method(request.verb(), HttpRequest.BodyPublishers.noBody());
        }
        if (waits) {
            return http.send(builder.build(), HttpResponse.BodyHandlers.ofString());
        }
        slots.acquire();
        try {
            return http.send(builder.build(), HttpResponse.BodyHandlers.ofString());
        } finally {
            slots.release();
        }
    }

    private URI uri(Request request) {
        String root = link.endpoint()
                .map(uri -> uri.toString().replaceAll("/$", ""))
                .orElse("https://" + request.service().domain());
        String query = request.query().entrySet().stream()
                .map(e -> e.getKey() + "=" + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return URI.create(root + request.service().base() + request.path() + (query.isEmpty() ? "" : "?" + query));
    }

    private static Doc parse(String text) {
        try {
            return text.isBlank() ? Doc.EMPTY : Doc.of(JSON.std.anyFrom(text));
        } catch (IOException e) {
            // Not Google: a proxy, or a page in between.
            return Doc.EMPTY;
        }
    }

    /** All pages of a list; what the list is called differs. */
    public List<Doc> pages(String doing, Request request) throws ProviderException, InterruptedException {
        var pages = new ArrayList<Doc>();
        String next = "";
        do {
            Doc page = ask(doing, request.with("pageToken", next));
            pages.add(page);
            next = page.text("nextPageToken");
        } while (!next.isEmpty());
        return pages;
    }

    public List<Doc> list(String doing, Request request, String key) throws ProviderException, InterruptedException {
        var all = new ArrayList<Doc>();
        pages(doing, request).forEach(page -> all.addAll(page.docs(key)));
        return all;
    }

    /** Things of all zones and regions. */
    public List<Doc> everywhere(String doing, String kind, String filter)
            throws ProviderException, InterruptedException {
        var all = new ArrayList<Doc>();
        Request request = Request.get(Service.COMPUTE, "projects/" + project + "/aggregated/" + kind)
                .with("filter", filter)
                .with("maxResults", "500");
        for (Doc page : pages(doing, request)) {
            page.doc("items")
                    .map()
                    .values()
                    .forEach(scope -> all.addAll(Doc.of(scope).docs(kind)));
        }
        return all;
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
