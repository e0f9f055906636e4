package io.manta.remote.link;

import io.manta.spi.provider.NodeLink;
import io.manta.spi.remote.RemoteException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One program over there that has the user's own input and output. Ending it from here also ends what it started there: the end of
 * the connection alone would not.
 */
final class LinkSession {
    private static final String MARK = "MANTA_SESSION";

    private final NodeLink link;
    private final Map<String, String> environment;
    private final String id = UUID.randomUUID().toString();
    private volatile @Nullable Process running;
    private volatile boolean ended;

    LinkSession(NodeLink link, Map<String, String> environment) {
        this.link = link;
        this.environment = new HashMap<>(environment);
        this.environment.put(MARK, id);
    }

    boolean hasEnded() {
        return ended;
    }

    /** @param script shell text for an environment */
    int withTerminal(Function<Map<String, String>, String> script)
            throws IOException, RemoteException, InterruptedException {
        String type = System.getenv("TERM");
        environment.put("TERM", type == null ? "xterm" : type);
        Process process = link.start(LinkChannel.words("exec " + script.apply(environment)), NodeLink.Streams.TERMINAL);
        running = process;
        try (var terminal = UserTerminal.raw((columns, rows) -> link.resize(process, columns, rows))) {
            terminal.tellSize();
            feed(process);
            pass(process.getInputStream(), standardOutput());
            return await(process);
        }
    }

    int withPipes(Function<Map<String, String>, String> script)
            throws IOException, RemoteException, InterruptedException {
        Process process = link.start(LinkChannel.words("exec " + script.apply(environment)), NodeLink.Streams.PIPES);
        running = process;
        feed(process);
        Thread errors = Thread.ofVirtual()
                .start(() -> quietly(process.getErrorStream(), new FileOutputStream(FileDescriptor.err)));
        pass(process.getInputStream(), standardOutput());
        errors.join();
        return await(process);
    }

    private int await(Process process) throws InterruptedException {
        int exitCode = process.waitFor();
        return ended && exitCode == NodeLink.LOST ? 130 : exitCode;
    }

    /** Ctrl-C without a terminal over there: what runs there is told, then let go. */
    void end() {
        Process process = running;
        if (ended || process == null) {
            return;
        }
        ended = true;
        Thread.ofVirtual().start(() -> {
            try {
                String kill = "for s in INT KILL; do p=$(grep -lzaxF " + MARK + "=" + id
                        + " /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3); [ -z \"$p\" ] || kill -$s $p; sleep 1; done";
                Process killer = link.start(List.of("sh", "-c", kill), NodeLink.Streams.PIPES);
                killer.waitFor();
            } catch (RemoteException e) {
                // It cannot be reached: nothing more can be done from here.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                process.destroy();
            }
        });
    }

    // A thread of the system's: reading a terminal cannot be cut off, and must not hold up the end of the program.
    private static void feed(Process process) {
        Thread.ofPlatform().daemon().start(() -> {
            try (OutputStream to = process.getOutputStream()) {
                pass(new FileInputStream(FileDescriptor.in), to);
            } catch (IOException e) {
                // The program has ended; nobody reads any more.
                return;
            }
        });
    }

    private static OutputStream standardOutput() {
        return new FileOutputStream(FileDescriptor.out);
    }

    private static void quietly(InputStream from, OutputStream to) {
        try {
            pass(from, to);
        } catch (IOException e) {
            // Nobody reads any more.
            return;
        }
    }

    private static void pass(InputStream from, OutputStream to) throws IOException {
        var buffer = new byte[16 * 1024];
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            to.write(buffer, 0, read);
            to.flush();
        }
    }
}
