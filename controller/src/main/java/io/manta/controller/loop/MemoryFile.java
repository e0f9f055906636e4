package io.manta.controller.loop;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.controller.home.TextStore;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StatusReport.FailureLine;
import io.manta.core.plan.Cooldowns.Hold;
import io.manta.core.plan.Cooldowns.Setbacks;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** {@link Memory} on disk. Unreadable means forgotten, which is safe, and is told. */
public final class MemoryFile {
    /** Written into the file; grows when the meaning of a field changes. */
    public static final int VERSION = 1;

    private final TextStore store;
    private String written = "";
    private Optional<String> trouble = Optional.empty();

    public MemoryFile(TextStore store) {
        this.store = store;
    }

    /** Why what was there could not be read; it is kept beside the new one. */
    public Optional<String> trouble() {
        return trouble;
    }

    public Memory load(Requests requests) {
        var memory = new Memory(requests);
        try {
            Optional<String> text = store.read();
            if (text.isEmpty()) {
                return memory;
            }
            Map<String, Object> map = JSON.std.mapFrom(text.get());
            int version = map.get("version") instanceof Number number ? number.intValue() : VERSION;
            if (version > VERSION) {
                throw new IOException("it was written by a newer version of Manta");
            }
            restore(memory, map);
            return memory;
        } catch (IOException | RuntimeException e) {
            trouble = Optional.of("cannot read " + store + ", past failures are forgotten: " + e.getMessage());
            putAside();
            return new Memory(requests);
        }
    }

    private void putAside() {
        try {
            store.putAside();
        } catch (IOException e) {
            // It is written over, then.
            return;
        }
    }

    private static void restore(Memory memory, Map<String, Object> map) {
        var failures = new HashMap<NodeId, Integer>();
        each(map, "node_failures", (key, value) -> failures.put(new NodeId(key), number(value)));
        var setbacks = new HashMap<String, Setbacks>();
        each(map, "setbacks", (key, value) -> {
            Map<?, ?> item = (Map<?, ?>) value;
            setbacks.put(key, new Setbacks(number(item.get("losses")), number(item.get("pauses")), text(item, "last")));
        });
        var paused = new HashMap<String, Hold>();
        each(map, "paused", (key, value) -> {
            Map<?, ?> item = (Map<?, ?>) value;
            paused.put(key, new Hold(Instant.parse(text(item, "until")), text(item, "reason")));
        });
        var nodes = new LinkedHashMap<NodeId, Memory.Known>();
        each(map, "nodes", (key, value) -> {
            Map<?, ?> item = (Map<?, ?>) value;
            nodes.put(
                    new NodeId(key),
                    new Memory.Known(
                            NodeRole.valueOf(text(item, "role")), text(item, "type"), text(item, "launch_hash")));
        });
        var recent = new ArrayList<FailureLine>();
        ((List<?>) map.getOrDefault("failures", List.of())).forEach(item -> recent.add(StatusFile.failureOf(item)));
        memory.restore(failures, setbacks, paused, recent, nodes);
    }

    private static void each(Map<String, Object> map, String key, BiConsumer<String, Object> item) {
        ((Map<?, ?>) map.getOrDefault(key, Map.of())).forEach((name, value) -> item.accept(name.toString(), value));
    }

    private static int number(@Nullable Object value) {
        return value instanceof Number n ? n.intValue() : 0;
    }

    private static String text(Map<?, ?> map, String key) {
        return String.valueOf(map.get(key));
    }

    /** Writes only what changed since the last call. */
    public void save(Memory memory) throws IOException {
        var map = new LinkedHashMap<String, Object>();
        map.put("version", VERSION);
        var failures = new TreeMap<String, Object>();
        memory.nodeFailures().forEach((node, count) -> failures.put(node.value(), count));
        map.put("node_failures", failures);
        var setbacks = new TreeMap<String, Object>();
        memory.cooldowns()
                .setbacks()
                .forEach((type, s) ->
                        setbacks.put(type, Map.of("losses", s.losses(), "pauses", s.pauses(), "last", s.last())));
        map.put("setbacks", setbacks);
        var paused = new TreeMap<String, Object>();
        memory.cooldowns()
                .pausedTypes()
                .forEach((type, hold) ->
                        paused.put(type, Map.of("until", hold.until().toString(), "reason", hold.reason())));
        map.put("paused", paused);
        map.put(
                "failures",
                memory.recentFailures().stream().map(StatusFile::failureMap).toList());
        var nodes = new LinkedHashMap<String, Object>();
        memory.known()
                .forEach((id, k) -> nodes.put(
                        id.value(), Map.of("role", k.role().name(), "type", k.type(), "launch_hash", k.launchHash())));
        map.put("nodes", nodes);
        String text = JSON.std.asString(map);
        if (!text.equals(written)) {
            store.write(text);
            written = text;
        }
    }
}
