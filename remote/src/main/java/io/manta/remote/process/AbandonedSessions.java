package io.manta.remote.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;

/**
 * Commands whose runner was killed while it waited for them. Nobody knows how they end, and whoever sets the node up again
 * would work beside them; so the next runner on the node ends them first. What a finished command left running is no such:
 * its session has lost its first process.
 */
final class AbandonedSessions {
    /** Names the file in the environment of every command, which tells our sessions from strangers of the same number. */
    static final String MARK = "MANTA_SESSIONS";

    private AbandonedSessions() {}

    /** How we sign the sessions we note: a process number alone may be in use again. */
    static String signature() {
        ProcessHandle self = ProcessHandle.current();
        return self.pid() + ":" + begin(self);
    }

    static void end(Path sessions) throws IOException {
        if (!Files.exists(sessions)) {
            return;
        }
        for (String line : Files.readAllLines(sessions)) {
            String[] words = line.strip().split(" ", 2);
            if (words.length == 2 && words[0].matches("[0-9]{1,10}")) {
                long session = Long.parseLong(words[0]);
                if (isRunning(session, sessions) && !isAlive(words[1])) {
                    Sessions.end(session);
                }
            }
        }
    }

    private static boolean isRunning(long session, Path sessions) {
        try {
            String environment =
                    Files.readString(Path.of("/proc", Long.toString(session), "environ"), StandardCharsets.ISO_8859_1);
            String mark = MARK + "="
                    + new String(sessions.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            return Arrays.asList(environment.split("\0", -1)).contains(mark);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isAlive(String signature) {
        String[] parts = signature.split(":", 2);
        return parts.length == 2
                && parts[0].matches("[0-9]{1,10}")
                && ProcessHandle.of(Long.parseLong(parts[0]))
                        .filter(process -> begin(process).equals(parts[1]))
                        .isPresent();
    }

    private static String begin(ProcessHandle process) {
        return Long.toString(
                process.info().startInstant().map(Instant::toEpochMilli).orElse(0L));
    }
}
