package io.manta.ray;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Speaks to whoever runs a Ray program: what is announced here is printed in every driver's terminal as
 * {@code (autoscaler +5s) ...}. It works through a file that the head's own log monitor follows, so it must run on the head;
 * the way through the GCS differs between versions of Ray and aborts some of them.
 *
 * <p>Best effort and safe from several threads and processes.
 */
public final class DriverMessages {
    /** As Ray names them; drivers show INFO and above unless told otherwise. */
    public enum Severity {
        DEBUG,
        INFO,
        WARNING,
        ERROR
    }

    private final Path sessionDir;

    /** @param sessionDir the head's {@code <temp-dir>/session_latest}, followed anew each time as it changes with the head */
    public DriverMessages(Path sessionDir) {
        this.sessionDir = sessionDir;
    }

    /**
     * Tells all drivers.
     *
     * @return whether the message was handed to Ray; false while there is no session or its files are not ours to write
     */
    public boolean announce(String message, Severity severity) {
        Path logs = sessionDir.resolve("logs");
        if (!Files.isDirectory(logs)) {
            return false;
        }
        try {
            byte[] line = (JSON.std.asString(event(message, severity)) + "\n").getBytes(StandardCharsets.UTF_8);
            Path file = Files.createDirectories(logs.resolve("events")).resolve("event_AUTOSCALER.log");
            // One write in append mode, so that lines of several writers do not mix.
            Files.write(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static Map<String, Object> event(String message, Severity severity) {
        var event = new LinkedHashMap<String, Object>();
        event.put("event_id", UUID.randomUUID().toString());
        event.put("timestamp", Instant.now().getEpochSecond());
        event.put("source_type", "AUTOSCALER");
        event.put("source_pid", ProcessHandle.current().pid());
        event.put("severity", severity.name());
        event.put("message", message);
        return event;
    }
}
