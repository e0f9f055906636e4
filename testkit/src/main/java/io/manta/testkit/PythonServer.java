package io.manta.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A server in Python that says {@code ready PORT} when it is, and ends when its input does, and so with this process. */
final class PythonServer implements AutoCloseable {
    private static final String READY = "ready ";

    private final Process process;
    private final int port;

    private PythonServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static PythonServer start(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        var output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = output.readLine();
        if (line == null || !line.startsWith(READY)) {
            process.destroy();
            throw new IOException(String.join(" ", builder.command()) + " did not start: " + line);
        }
        return new PythonServer(
                process, Integer.parseInt(line.substring(READY.length()).strip()));
    }

    /** The Python of one of the test environments that {@code ./verify} makes. */
    static Path python(String name, String version) {
        String given = System.getProperty("manta." + name + ".python");
        String cache = System.getenv("XDG_CACHE_HOME");
        Path base = cache == null ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
        return given != null ? Path.of(given) : base.resolve("manta-verify/" + name + "-" + version + "/bin/python");
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            process.destroy();
        }
    }
}
