package io.manta.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An AWS that lives on this machine: moto, behind HTTP, in a process of its own that ends with this one. */
public final class MotoServer implements AutoCloseable {
    public static final String REGION = "us-west-2";
    private static final String VERSION = "5.2.5";
    private static @Nullable MotoServer shared;

    private final PythonServer process;

    private MotoServer(PythonServer process) {
        this.process = process;
    }

    /** One for all tests of this process; nothing in it is ever reset, so names must differ. */
    public static synchronized MotoServer shared() throws IOException {
        MotoServer server = shared;
        if (server == null) {
            String log = System.getenv("MANTA_MOTO_LOG");
            server = start(List.of(), "127.0.0.1", log == null ? new Path[0] : new Path[] {Path.of(log)});
            shared = server;
            Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        }
        return server;
    }

    /**
     * @param before words to put before the command, such as one that enters a network namespace
     * @param log where each call is written, as the server describes
     */
    public static MotoServer start(List<String> before, String address, Path... log) throws IOException {
        Path python = python();
        assumeTrue(Files.isExecutable(python), "no moto in " + python + "; ./verify installs it");
        var command = new ArrayList<>(before);
        command.addAll(
                List.of(python.toString(), above("testkit/moto/server.py").toString(), "0"));
        for (Path file : log) {
            command.add(file.toString());
        }
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("MOTO_BIND", address);
        if (log.length > 0) {
            builder.environment().put("MOTO_HOLD", holdFile(log[0]).toString());
        }
        return new MotoServer(PythonServer.start(builder));
    }

    /** While it has the words {@code ACTION before} or {@code ACTION after}, the server stands still at such a call. */
    public static Path holdFile(Path log) {
        return log.resolveSibling(log.getFileName() + ".hold");
    }

    /** The Python that has moto and boto3. */
    public static Path python() {
        return PythonServer.python("moto", VERSION);
    }

    /** A file of this working copy, from wherever in it tests run. */
    public static Path above(String path) {
        Path start = Path.of("").toAbsolutePath();
        for (Path at = start; at != null; at = at.getParent()) {
            if (Files.exists(at.resolve(path))) {
                return at.resolve(path);
            }
        }
        throw new IllegalStateException(path + " is not above " + start);
    }

    public int port() {
        return process.port();
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + process.port());
    }

    @Override
    public void close() {
        process.close();
    }
}
