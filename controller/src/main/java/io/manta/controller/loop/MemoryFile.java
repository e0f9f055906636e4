package io.manta.controller.loop;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.controller.home.AtomicFile;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StatusReport.FailureLine;
import io.manta.core.plan.Cooldowns.Rest;
import io.manta.spi.model.NodeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@link Memory} on disk. Unreadable means forgotten, which is safe. */
public final class MemoryFile {
    private final Path file;
    private String written = "";

    public MemoryFile(Path file) {
        this.file = file;
    }

    public Memory load() {
        var memory = new Memory();
        try {
            Map<String, Object> map = JSON.std.mapFrom(Files.readString(file));
            var failures = new HashMap<NodeId, Integer>();
            ((Map<?, ?>) map.getOrDefault("node_failures", Map.of()))
                    .forEach((key, value) -> failures.put(new NodeId(key.toString()), ((Number) value).intValue()));
            var pauses = new HashMap<String, Integer>();
            ((Map<?, ?>) map.getOrDefault("pauses", Map.of()))
                    .forEach((key, value) -> pauses.put(key.toString(), ((Number) value).intValue()));
            var recent = new ArrayList<FailureLine>();
            ((List<?>) map.getOrDefault("failures", List.of())).forEach(item -> recent.add(StatusFile.failureOf(item)));
            memory.restore(failures, pauses, recent);
            var paused = new HashMap<String, Rest>();
            ((Map<?, ?>) map.getOrDefault("paused", Map.of())).forEach((key, value) -> {
                Map<?, ?> rest = (Map<?, ?>) value;
                paused.put(
                        key.toString(),
                        new Rest(Instant.parse(String.valueOf(rest.get("until"))), String.valueOf(rest.get("reason"))));
            });
            memory.restorePaused(paused);
        } catch (IOException | RuntimeException e) {
            return memory;
        }
        return memory;
    }

    /** Writes only what changed since the last call. */
    public void save(Memory memory) throws IOException {
        var map = new LinkedHashMap<String, Object>();
        var failures = new TreeMap<String, Object>();
        memory.nodeFailures().forEach((node, count) -> failures.put(node.value(), count));
        map.put("node_failures", failures);
        map.put("pauses", new TreeMap<>(memory.pauseCounts()));
        var paused = new TreeMap<String, Object>();
        memory.cooldowns()
                .pausedTypes()
                .forEach((type, rest) ->
                        paused.put(type, Map.of("until", rest.until().toString(), "reason", rest.reason())));
        map.put("paused", paused);
        map.put(
                "failures",
                memory.recentFailures().stream().map(StatusFile::failureMap).toList());
        String text = JSON.std.asString(map);
        if (!text.equals(written)) {
            AtomicFile.write(file, text);
            written = text;
        }
    }
}
