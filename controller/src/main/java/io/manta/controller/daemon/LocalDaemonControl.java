package io.manta.controller.daemon;

import io.manta.controller.home.AtomicFile;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.PrivateFiles;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A daemon on this machine, kept alive by a small shell loop in a session of its own. Both carry the cluster's directory in
 * their environment, so that they are found again after any crash and never mistaken for another cluster's.
 */
public final class LocalDaemonControl implements DaemonControl {
    /** The environment variable that marks the daemon and its supervisor. */
    public static final String MARKER = "MANTA_DAEMON";

    /** The daemon's exit code for "another one runs already": its supervisor gives up. */
    public static final int EXIT_NOT_NEEDED = 75;

    /** Which program the daemon that runs belongs to, in a file of its own. */
    private static final String COMMAND = "command";

    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);
    /** Keeps a daemon running; its arguments are a directory and the daemon's command line. */
    public static final String SUPERVISOR = """
            #!/bin/sh
            # Keeps the daemon running until told to stop. Arguments: the daemon's command line.
            dir=$1; shift
            pause=1
            while [ ! -e "$dir/stop" ]; do
              began=$(date +%s)
              "$@" >>"$dir/daemon.log" 2>&1
              code=$?
              [ $code -eq 75 ] && exit 0
              [ -e "$dir/stop" ] && exit 0
              # One that ran for a while, or was asked to end, comes back at once; one that cannot begin, ever more seldom.
              if [ $code -eq 143 ] || [ $(($(date +%s) - began)) -ge 60 ]; then pause=1; fi
              echo "daemon ended with $code, starting it again in $pause s" >>"$dir/daemon.log"
              sleep $pause
              pause=$((pause * 2)); [ $pause -le 60 ] || pause=60
            done
            """;

    private final ClusterHome home;
    private final List<String> command;

    /** @param command the daemon's complete command line */
    public LocalDaemonControl(ClusterHome home, List<String> command) {
        this.home = home;
        this.command = List.copyOf(command);
    }

    @Override
    public void start() throws ProblemException, InterruptedException {
        if (isRunning()) {
            if (isThisProgram()) {
                return;
            }
            stop();
        }
        try {
            Path dir = home.daemon();
            PrivateFiles.directories(dir);
            Files.deleteIfExists(dir.resolve("stop"));
            Path script = dir.resolve("supervise.sh");
            AtomicFile.write(script, SUPERVISOR);
            AtomicFile.write(dir.resolve(COMMAND), String.join("\n", command));
            var line = new ArrayList<String>(List.of("setsid", "sh", script.toString(), dir.toString()));
            line.addAll(command);
            var builder = new ProcessBuilder(line);
            builder.environment().put(MARKER, home.dir().toString());
            builder.redirectInput(new File("/dev/null"));
            builder.redirectOutput(ProcessBuilder.Redirect.appendTo(
                    PrivateFiles.exists(dir.resolve("daemon.log")).toFile()));
            builder.redirectErrorStream(true);
            builder.start();
        } catch (IOException e) {
            throw new ProblemException(Problem.error(
                    "DAEMON-START",
                    "cannot start the autoscaler: " + e.getMessage(),
                    "it runs beside the head and scales the cluster",
                    "check free disk space and permissions of " + home.dir()));
        }
    }

    /** A newer program brings a newer daemon. */
    @Override
    public void refresh() throws ProblemException, InterruptedException {
        if (!isThisProgram()) {
            start();
        }
    }

    private boolean isThisProgram() {
        try {
            return Files.readString(home.daemon().resolve(COMMAND)).equals(String.join("\n", command));
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void ask(String request) throws ProblemException {
        try {
            PrivateFiles.directories(home.requests());
            Files.writeString(home.requests().resolve(request), "");
        } catch (IOException e) {
            throw new ProblemException(Problem.error(
                    "CLUSTER-HOME",
                    "cannot write to " + home.dir() + ": " + e.getMessage(),
                    "",
                    "check free disk space and permissions"));
        }
    }

    @Override
    public boolean isRunning() {
        return !processes().isEmpty();
    }

    @Override
    public void stop() throws ProblemException, InterruptedException {
        try {
            if (Files.isDirectory(home.daemon())) {
                Files.writeString(home.daemon().resolve("stop"), "");
            }
        } catch (IOException e) {
            // Without the file the supervisor is simply ended like the daemon.
        }
        processes().forEach(ProcessHandle::destroy);
        Instant deadline = Instant.now().plus(STOP_LIMIT);
        while (!processes().isEmpty()) {
            if (Instant.now().isAfter(deadline)) {
                processes().forEach(ProcessHandle::destroyForcibly);
            }
            Thread.sleep(50);
        }
    }

    private List<ProcessHandle> processes() {
        String wanted = MARKER + "=" + home.dir();
        long self = ProcessHandle.current().pid();
        return ProcessHandle.allProcesses()
                .filter(process ->
                        process.pid() != self && environment(process.pid()).contains(wanted))
                .toList();
    }

    private static List<String> environment(long pid) {
        return Optional.of(Path.of("/proc", String.valueOf(pid), "environ"))
                .map(file -> {
                    try {
                        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
                    } catch (IOException e) {
                        return "";
                    }
                })
                .map(text -> List.of(text.split("\0")))
                .orElse(List.of());
    }
}
