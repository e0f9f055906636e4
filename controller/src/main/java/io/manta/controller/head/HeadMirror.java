package io.manta.controller.head;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.controller.home.AtomicFile;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.PrivateFiles;
import io.manta.spi.model.ProblemException;
import io.manta.spi.remote.CommandRunner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Brings the head's status report and new events into the cluster's home on this machine, where all verbs look for them. */
public final class HeadMirror {
    private static final long PERIOD_MILLIS = 400;
    private static final int MOST_AT_ONCE = 8 << 20;
    private static final long MOST_EVENTS = 256L << 20;
    private static final Duration TOLERATED_SKEW = Duration.ofSeconds(3);

    private final ClusterHome home;
    private final RemoteDaemonControl.Head head;
    private final SampleMirror samples;
    private final ReentrantLock pulling = new ReentrantLock();
    private @Nullable Thread follower;

    HeadMirror(ClusterHome home, RemoteDaemonControl.Head head) {
        this.home = home;
        this.head = head;
        this.samples = new SampleMirror(home);
    }

    /** Brings what is new, and goes on in the background; nothing happens while there is no head, or none that answers. */
    public void catchUp() throws InterruptedException {
        try {
            Optional<CommandRunner> runner = head.runner();
            if (runner.isPresent()) {
                pull(new HeadShell(runner.get()));
                follow();
            }
        } catch (ProblemException e) {
            // The last report stands, and says how old it is.
            return;
        }
    }

    private void pull(HeadShell shell) throws ProblemException, InterruptedException {
        pulling.lockInterruptibly();
        try {
            long offset = offset();
            HeadShell.Ended ended = shell.run("""
                    cd "$HOME"/.manta/clusters/'%s' 2>/dev/null || exit 0
                    echo "now $(date +%%s)"
                    echo "status $(base64 <status.json 2>/dev/null | tr -d '\\n')"
                    echo "events $(tail -c +%d events.jsonl 2>/dev/null | head -c %d | base64 | tr -d '\\n')"
                    """.formatted(home.name(), offset + 1, MOST_AT_ONCE) + samples.script());
            Duration skew = Duration.ZERO;
            for (String line : ended.lines()) {
                if (line.startsWith("now ")) {
                    Instant theirs = Instant.ofEpochSecond(
                            Long.parseLong(line.substring(4).strip()));
                    skew = Duration.between(theirs, Instant.now());
                } else if (line.startsWith("status ") && line.length() > 7) {
                    AtomicFile.write(home.status(), inOurTime(decode(line.substring(7)), skew));
                } else if (line.startsWith("events ") && line.length() > 7) {
                    take(decode(line.substring(7)), offset);
                } else {
                    samples.take(line);
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            // The reports on the head are the real ones; a full disk here only makes them unseen for now.
            return;
        } finally {
            pulling.unlock();
        }
    }

    /** Readers here judge a report's age by this machine's clock. */
    private static String inOurTime(String report, Duration skew) throws IOException {
        if (skew.abs().compareTo(TOLERATED_SKEW) <= 0) {
            return report;
        }
        var map = new LinkedHashMap<String, Object>(JSON.std.mapFrom(report));
        map.computeIfPresent(
                "at", (_, at) -> Instant.parse(at.toString()).plus(skew).toString());
        return JSON.std.asString(map);
    }

    // Whole lines only: the rest comes with the next pull.
    private void take(String text, long offset) throws IOException {
        int end = text.lastIndexOf('\n') + 1;
        if (end > 0) {
            byte[] lines = text.substring(0, end).getBytes(StandardCharsets.UTF_8);
            if (!Files.exists(home.events()) || Files.size(home.events()) < MOST_EVENTS) {
                PrivateFiles.append(home.events(), lines);
            }
            AtomicFile.write(offsetFile(), Long.toString(offset + lines.length));
        }
    }

    /** Goes on in the background until stopped. */
    public synchronized void follow() {
        if (follower == null) {
            follower = Thread.ofVirtual().start(this::loop);
        }
    }

    private void loop() {
        try {
            while (true) {
                try {
                    Optional<CommandRunner> runner = head.runner();
                    if (runner.isPresent()) {
                        pull(new HeadShell(runner.get()));
                    }
                } catch (ProblemException e) {
                    // The head may be away for a moment; whoever waits for it has a limit of their own.
                }
                Thread.sleep(PERIOD_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public synchronized void stop() {
        if (follower != null) {
            follower.interrupt();
            follower = null;
        }
    }

    private long offset() {
        try {
            return Long.parseLong(Files.readString(offsetFile()).strip());
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    private Path offsetFile() {
        return home.dir().resolve("head-events.offset");
    }

    private static String decode(String text) {
        return new String(Base64.getDecoder().decode(text.strip()), StandardCharsets.UTF_8);
    }
}
