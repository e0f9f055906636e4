package io.manta.provider.kubernetes.api;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.provider.kubernetes.api.Wire.Answer;
import io.manta.provider.kubernetes.api.Wire.Request;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Reads and changes objects by path. Whatever may pass is asked again for a while: no answer, too many requests, a server that is
 * starting. Everything asked for here may be asked for twice, since objects have names.
 */
public final class KubeApi implements AutoCloseable {
    private static final String JSON_TYPE = "application/json";
    private static final int PAGE = 500;

    private final Wire wire;
    private final Patience patience;

    /**
     * @param limit how long one request may take
     * @param pause before the first repetition; doubled each time
     * @param longest how long to go on repeating
     */
    public record Patience(Duration limit, Duration pause, Duration longest) {
        public static final Patience USUAL =
                new Patience(Duration.ofSeconds(30), Duration.ofMillis(200), Duration.ofSeconds(30));
    }

    public KubeApi(Wire wire, Patience patience) {
        this.wire = wire;
        this.patience = patience;
    }

    public Wire wire() {
        return wire;
    }

    /** Everything in a list, and the version from which it can be watched. */
    public record Listed(List<Map<String, Object>> items, String version) {}

    public Map<String, Object> get(String path) throws ApiException, InterruptedException {
        return ask("GET", path, JSON_TYPE, Map.of());
    }

    /** Nothing when there is no such thing. */
    public Optional<Map<String, Object>> find(String path) throws ApiException, InterruptedException {
        try {
            return Optional.of(get(path));
        } catch (ApiException e) {
            if (e.isMissing()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    public Listed list(String path, String labels) throws ApiException, InterruptedException {
        var items = new ArrayList<Map<String, Object>>();
        String next = "";
        while (true) {
            Map<String, Object> page = get(path + "?limit=" + PAGE + "&labelSelector=" + encode(labels)
                    + (next.isEmpty() ? "" : "&continue=" + encode(next)));
            if (!Manifest.text(page, "kind").orElse("").endsWith("List")) {
                // A page of a proxy, or another server: whatever it says, nothing is known.
                throw ApiException.unanswered(
                        new IOException("something else than a list came back: " + page.keySet()));
            }
            if (page.get("items") instanceof List<?> list) {
                list.forEach(item -> items.add(Manifest.copy(item)));
            }
            next = Manifest.text(page, "metadata", "continue").orElse("");
            if (next.isEmpty()) {
                return new Listed(
                        items,
                        Manifest.text(page, "metadata", "resourceVersion").orElse(""));
            }
        }
    }

    public Map<String, Object> create(String path, Map<String, ?> manifest) throws ApiException, InterruptedException {
        return ask("POST", path, JSON_TYPE, manifest);
    }

    /** Changes only what is named; null removes. */
    public Map<String, Object> merge(String path, Map<String, ?> change) throws ApiException, InterruptedException {
        return ask("PATCH", path, "application/merge-patch+json", change);
    }

    /** Server-side apply: makes it, or brings the named fields to what they should be. */
    public Map<String, Object> apply(String path, Map<String, ?> manifest) throws ApiException, InterruptedException {
        return ask("PATCH", path + "?fieldManager=manta&force=true", "application/apply-patch+yaml", manifest);
    }

    /** Whether there was something to delete. */
    public boolean delete(String path) throws ApiException, InterruptedException {
        try {
            ask("DELETE", path, JSON_TYPE, Map.of("propagationPolicy", "Background"));
            return true;
        } catch (ApiException e) {
            if (e.isMissing()) {
                return false;
            }
            throw e;
        }
    }

    private Map<String, Object> ask(String method, String path, String type, Map<String, ?> body)
            throws ApiException, InterruptedException {
        long end = System.nanoTime() + patience.longest().toNanos();
        Duration pause = patience.pause();
        while (true) {
            ApiException failure;
            Duration wait = pause;
            try {
                String text = body.isEmpty() ? "" : JSON.std.asString(body);
                Answer answer = wire.send(new Request(method, path, type, text, patience.limit()));
                if (answer.status() >= 200 && answer.status() < 300) {
                    return new LinkedHashMap<>(Answers.map(answer.body()));
                }
                failure = Answers.refused(answer.status(), answer.body());
                wait = answer.retryAfter().orElse(pause);
            } catch (IOException e) {
                failure = ApiException.unanswered(e);
            }
            if (!mayPass(failure.status()) || System.nanoTime() + wait.toNanos() > end) {
                throw failure;
            }
            // Many who were refused at once must not come back at once.
            Thread.sleep(wait.plusMillis(ThreadLocalRandom.current().nextLong(1 + wait.toMillis() / 4)));
            pause = pause.multipliedBy(2);
        }
    }

    private static boolean mayPass(int status) {
        return status == 0 || status == 429 || status == 500 || status == 502 || status == 503 || status == 504;
    }

    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public void close() {
        wire.close();
    }
}
