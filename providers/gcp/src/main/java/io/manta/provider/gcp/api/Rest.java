package io.manta.provider.gcp.api;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.provider.common.Pace;
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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
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
    // Compute Engine grants 25 a second and region to all that a project does.
    private static final Pace.Rate RATE = new Pace.Rate(200, 20);

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
    private final Pace pace = new Pace(RATE);

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
        return ask(doing, request, expected, _ -> true);
    }

    private Reply ask(String doing, Request request, Set<Integer> expected, Predicate<Doc> isAnswer)
            throws ProviderException, InterruptedException {
        Duration wait = link.backoff();
        for (int attempt = 1; ; attempt++) {
            ProviderException failure;
            try {
                HttpResponse<String> answer = send(request);
                Optional<Doc> body = parse(request, answer.body());
                if (answer.statusCode() < 300) {
                    if (body.filter(isAnswer).isPresent()) {
                        return new Reply(answer.statusCode(), body.get());
                    }
                    failure = GcpErrors.notUnderstood(doing, uri(request), answer.body());
                } else {
                    Doc error = body.orElse(Doc.EMPTY).doc("error");
                    failure = GcpErrors.answered(doing, answer.statusCode(), error, request.service(), this);
                    if (expected.contains(answer.statusCode()) && !mayPass(failure.kind())) {
                        return new Reply(answer.statusCode(), error);
                    }
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
        pace.await();
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

    /** Empty when it was not Google who answered: a proxy, or a page in between. */
    private static Optional<Doc> parse(Request request, String text) {
        try {
            if (text.isBlank()) {
                return request.verb().equals("GET") ? Optional.empty() : Optional.of(Doc.EMPTY);
            }
            return JSON.std.anyFrom(text) instanceof Map<?, ?> map ? Optional.of(Doc.of(map)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Whether this can be a page of a list. What says that it is something else is no empty list. */
    private static boolean isPage(Request request, Doc page) {
        return request.service() == Service.COMPUTE
                ? page.text("kind").endsWith("List")
                : !page.has("error") && !page.has("code") && !page.has("kind");
    }

    /** All pages of a list; what the list is called differs. */
    public List<Doc> pages(String doing, Request request) throws ProviderException, InterruptedException {
        var pages = new ArrayList<Doc>();
        String next = "";
        do {
            Doc page = ask(doing, request.with("pageToken", next), Set.of(), answer -> isPage(request, answer))
                    .body();
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
