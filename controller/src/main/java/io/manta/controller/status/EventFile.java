package io.manta.controller.status;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.controller.home.PrivateFiles;
import io.manta.core.event.ClusterEvent;
import io.manta.core.event.EventLog;
import io.manta.spi.model.NodeId;
import io.manta.spi.secret.SafeText;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The event log as a file of JSON lines, appended to by several processes. A line is one write, so lines never mix; a torn
 * last line (the writer died) is skipped by readers.
 */
public final class EventFile implements EventLog {
    /** Written into every line; grows when the meaning of a field changes. */
    public static final int VERSION = 1;

    private final Path file;

    public EventFile(Path file) {
        this.file = file;
    }

    @Override
    public synchronized void append(ClusterEvent event) {
        try {
            byte[] line = (JSON.std.asString(toMap(event)) + "\n").getBytes(StandardCharsets.UTF_8);
            PrivateFiles.append(file, line);
        } catch (IOException e) {
            // A full disk must not stop the loop; the status report still tells what is going on.
        }
    }

    /** Where reading may continue, and what was read. */
    public record Page(List<ClusterEvent> events, long nextOffset) {}

    public Page read(long offset) throws IOException {
        if (!Files.exists(file)) {
            return new Page(List.of(), 0);
        }
        try (var in = new RandomAccessFile(file.toFile(), "r")) {
            long from = offset > in.length() ? 0 : offset;
            in.seek(from);
            byte[] bytes = new byte[(int) Math.min(in.length() - from, 64L << 20)];
            in.readFully(bytes);
            int end = lastNewline(bytes) + 1;
            var events = new ArrayList<ClusterEvent>();
            for (String line : new String(bytes, 0, end, StandardCharsets.UTF_8).split("\n", -1)) {
                parse(line).ifPresent(events::add);
            }
            return new Page(events, from + end);
        }
    }

    public List<ClusterEvent> all() throws IOException {
        return read(0).events();
    }

    private static int lastNewline(byte[] bytes) {
        for (int i = bytes.length - 1; i >= 0; i--) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    public static Map<String, Object> toMap(ClusterEvent event) {
        var map = new LinkedHashMap<String, Object>();
        map.put("v", VERSION);
        map.put("at", event.at().toString());
        map.put("type", event.type().name());
        event.node().ifPresent(node -> map.put("node", node.value()));
        event.nodeType().ifPresent(type -> map.put("node_type", type));
        map.put("message", SafeText.of(event.message()));
        if (!event.details().isEmpty()) {
            var details = new TreeMap<String, String>();
            event.details().forEach((key, value) -> details.put(key, SafeText.of(value)));
            map.put("details", details);
        }
        return map;
    }

    static Optional<ClusterEvent> parse(String line) {
        if (line.isBlank()) {
            return Optional.empty();
        }
        try {
            Map<String, Object> map = JSON.std.mapFrom(line);
            var details = new LinkedHashMap<String, String>();
            if (map.get("details") instanceof Map<?, ?> given) {
                given.forEach((key, value) -> details.put(String.valueOf(key), String.valueOf(value)));
            }
            return Optional.of(new ClusterEvent(
                    Instant.parse(String.valueOf(map.get("at"))),
                    ClusterEvent.Type.valueOf(String.valueOf(map.get("type"))),
                    Optional.ofNullable(map.get("node")).map(v -> new NodeId(v.toString())),
                    Optional.ofNullable(map.get("node_type")).map(Object::toString),
                    String.valueOf(map.getOrDefault("message", "")),
                    details));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }
}
