package io.manta.ui;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Sends one page what is new, as server-sent events, until the page is closed. */
final class EventStream {
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration BEAT = Duration.ofSeconds(3);

    private final Map<Shown, Position> positions;
    private final Map<Shown, FileTime> statuses = new LinkedHashMap<>();
    private final OutputStream out;

    EventStream(Map<Shown, Position> positions, OutputStream out) {
        this.positions = new LinkedHashMap<>(positions);
        this.out = out;
    }

    /** Ends with an exception when the page is gone. */
    void run() throws IOException, InterruptedException {
        out.write("retry: 1000\n\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
        long lastWrite = System.nanoTime();
        while (!positions.isEmpty()) {
            boolean wrote = false;
            for (Shown cluster : Map.copyOf(positions).keySet()) {
                wrote |= look(cluster);
            }
            if (wrote) {
                lastWrite = System.nanoTime();
            } else if (System.nanoTime() - lastWrite > BEAT.toNanos()) {
                send("beat", "-");
                lastWrite = System.nanoTime();
            }
            Thread.sleep(LOOK);
        }
    }

    private boolean look(Shown cluster) throws IOException {
        if (!Files.isDirectory(cluster.dir())) {
            positions.remove(cluster);
            send("gone", cluster.name());
            return true;
        }
        var lines = new StringBuilder();
        Position at = positions.getOrDefault(cluster, Position.START);
        Position next = at;
        long events = ClusterLines.size(cluster.events());
        if (events != at.events()) {
            next = at.withEvents(ClusterLines.events(cluster, events < at.events() ? 0 : at.events(), false, lines));
        }
        next = ClusterLines.newSamples(cluster, next, lines);
        FileTime changed = statusTime(cluster);
        if (changed != null && !changed.equals(statuses.put(cluster, changed))) {
            ClusterLines.status(cluster, lines);
        }
        positions.put(cluster, next);
        if (lines.isEmpty()) {
            return false;
        }
        send("message", cluster.name() + "\n" + lines);
        return true;
    }

    private static @Nullable FileTime statusTime(Shown cluster) {
        try {
            return Files.getLastModifiedTime(cluster.status());
        } catch (IOException e) {
            return null;
        }
    }

    private void send(String event, String data) throws IOException {
        String id = positions.entrySet().stream()
                .map(e -> Query.encode(e.getKey().name()) + "=" + e.getValue())
                .collect(Collectors.joining("&"));
        String body = data.strip().lines().map(line -> "data: " + line + "\n").collect(Collectors.joining());
        out.write(("id: " + id + "\nevent: " + event + "\n" + body + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
