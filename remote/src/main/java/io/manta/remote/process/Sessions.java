package io.manta.remote.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Ends everything in a session: asks first, insists after a moment. */
final class Sessions {
    private static final long GRACE_NANOS = 2_000_000_000L;
    private static final long POLL_NANOS = 20_000_000L;

    private Sessions() {}

    static void end(long session) {
        long deadline = System.nanoTime() + GRACE_NANOS;
        members(session).forEach(ProcessHandle::destroy);
        while (!members(session).isEmpty() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(POLL_NANOS);
        }
        members(session).forEach(ProcessHandle::destroyForcibly);
    }

    static List<ProcessHandle> members(long session) {
        return ProcessHandle.allProcesses()
                .filter(process -> isMember(process.pid(), session))
                .toList();
    }

    private static boolean isMember(long pid, long session) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 5);
            return !fields[0].equals("Z") && Long.parseLong(fields[3]) == session;
        } catch (IOException e) {
            return false;
        }
    }
}
