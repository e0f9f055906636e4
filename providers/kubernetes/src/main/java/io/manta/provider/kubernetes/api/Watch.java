package io.manta.provider.kubernetes.api;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Changes to a list, as they happen, until the server or we have had enough. */
public final class Watch {
    // Servers end watches at times; so do networks, without a word. Then the next one begins where this one ended.
    private static final int SECONDS = 240;

    private final KubeApi api;
    private final String path;
    private final String labels;

    /** Told of every change; a bookmark only moves the version on. */
    public interface Listener {
        void changed(Map<String, Object> object);

        void deleted(Map<String, Object> object);

        void at(String version);
    }

    public Watch(KubeApi api, String path, String labels) {
        this.api = api;
        this.path = path;
        this.labels = labels;
    }

    /** Returns when the watch has ended in peace; {@link ApiException#isExpired} when the list must be read anew. */
    public void follow(String from, Listener listener) throws ApiException, IOException, InterruptedException {
        String address = path + "?watch=true&allowWatchBookmarks=true&timeoutSeconds=" + SECONDS + "&labelSelector="
                + KubeApi.encode(labels) + "&resourceVersion=" + KubeApi.encode(from);
        try (InputStream body = api.wire().follow(address);
                var reader = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (!line.isBlank()) {
                    take(JSON.std.mapFrom(line), listener);
                }
            }
        }
    }

    private static void take(Map<String, Object> event, Listener listener) throws ApiException {
        Map<String, Object> object = Manifest.copy(event.get("object"));
        switch (String.valueOf(event.get("type"))) {
            case "ADDED", "MODIFIED" -> listener.changed(object);
            case "DELETED" -> listener.deleted(object);
            case "ERROR" -> throw Answers.status(500, object);
            default -> {}
        }
        Manifest.text(object, "metadata", "resourceVersion").ifPresent(listener::at);
    }
}
