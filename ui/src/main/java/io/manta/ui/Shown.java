package io.manta.ui;

import java.nio.file.Path;

/**
 * A cluster to be shown.
 *
 * @param dir where its status, events, history and logs lie; may vanish at any time
 * @param facts what is known of it besides, as a JSON object
 */
public record Shown(String name, Path dir, String facts) {
    Path status() {
        return dir.resolve("status.json");
    }

    Path events() {
        return dir.resolve("events.jsonl");
    }

    Path history() {
        return dir.resolve("history");
    }
}
