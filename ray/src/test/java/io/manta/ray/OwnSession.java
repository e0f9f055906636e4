package io.manta.ray;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A process started in a session of its own, so that all it leaves behind can be found and ended, and nothing else is.
 * Ray's processes change their process group but not their session.
 */
record OwnSession(Process leader) implements AutoCloseable {
    static OwnSession start(ProcessBuilder builder) throws IOException {
        var command = new ArrayList<>(List.of("setsid"));
        command.addAll(builder.command());
        return new OwnSession(builder.command(command).start());
    }

    private List<ProcessHandle> members() {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.filter(p -> sessionOf(p.pid()) == leader.pid()).toList();
        }
    }

    private static long sessionOf(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            // The name in brackets may hold spaces: state, parent, group and session follow its last bracket.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return fields[0].equals("Z") ? -1 : Long.parseLong(fields[3]);
        } catch (IOException e) {
            return -1; // it has ended meanwhile
        }
    }

    @Override
    public void close() {
        // A member may start another one before it dies itself.
        for (List<ProcessHandle> left = members(); !left.isEmpty(); left = members()) {
            left.forEach(ProcessHandle::destroyForcibly);
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }
}
