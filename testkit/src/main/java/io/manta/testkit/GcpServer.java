package io.manta.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Google Cloud that lives on this machine, made from Google's own descriptions of its APIs ({@code testkit/gcp}), in a process
 * of its own that ends with this one.
 */
public final class GcpServer implements AutoCloseable {
    public static final String PROJECT = "test-project";
    public static final String REGION = "us-west1";
    public static final String ZONE = "us-west1-a";
    private static final String VERSION = "2.202.0";
    private static @Nullable GcpServer shared;

    private final PythonServer process;
    private final String address;

    private GcpServer(PythonServer process, String address) {
        this.process = process;
        this.address = address;
    }

    /** One for all tests of this process; nothing in it is ever reset, so names must differ. */
    public static synchronized GcpServer shared() throws IOException {
        GcpServer server = shared;
        if (server == null) {
            String log = System.getenv("MANTA_GCP_LOG");
            server = start(
                    List.of(),
                    "127.0.0.1",
                    Map.of("GCP_STATE", "{\"delay\": 0.02}"),
                    log == null ? new Path[0] : new Path[] {Path.of(log)});
            shared = server;
            Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        }
        return server;
    }

    /**
     * @param before words to put before the command, such as one that enters a network namespace
     * @param environment as the server describes
     * @param log where each call is written, as the server describes
     */
    public static GcpServer start(List<String> before, String address, Map<String, String> environment, Path... log)
            throws IOException {
        Path python = python();
        assumeTrue(Files.isExecutable(python), "no google-api-python-client in " + python + "; ./verify installs it");
        var command = new ArrayList<>(before);
        command.addAll(List.of(
                python.toString(),
                "-B",
                MotoServer.above("testkit/gcp/server.py").toString(),
                "0"));
        for (Path file : log) {
            command.add(file.toString());
        }
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("GCP_BIND", address);
        builder.environment().putAll(environment);
        return new GcpServer(PythonServer.start(builder), address);
    }

    /** The Python that has Google's client. */
    public static Path python() {
        return PythonServer.python("gcp", VERSION);
    }

    public URI endpoint() {
        return URI.create("http://" + address + ":" + process.port());
    }

    /** Arranges something; see {@code testkit/gcp/fake.py}. */
    public void control(String json) throws IOException, InterruptedException {
        String said = ask(HttpRequest.newBuilder(endpoint().resolve("/_fake/control"))
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build());
        if (said.contains("\"error\"")) {
            throw new IOException(json + ": " + said);
        }
    }

    /** A JSON list of everything whose name, label or description holds the text. */
    public String remains(String text) throws IOException, InterruptedException {
        return ask(HttpRequest.newBuilder(endpoint().resolve("/_fake/remains?" + text))
                .build());
    }

    private static String ask(HttpRequest request) throws IOException, InterruptedException {
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
