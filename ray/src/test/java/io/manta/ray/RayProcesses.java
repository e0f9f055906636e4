package io.manta.ray;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Starts Ray's programs with one Python, all in one temporary directory and with the same token. */
final class RayProcesses implements AutoCloseable {
    private final Path python;
    private final Path directory;

    RayProcesses(Path python, String token) throws IOException {
        this.python = python;
        // Short, because Ray puts sockets below it and the length of their paths is limited.
        this.directory = Files.createTempDirectory("mray");
        Files.writeString(directory.resolve("token"), token);
    }

    Path directory(String node) {
        return directory.resolve(node);
    }

    /** The {@code ray} command. */
    Start ray(String name, List<String> arguments) {
        return start(name, python.resolveSibling("ray").toString(), arguments);
    }

    /** A Python program of the test resources. */
    Start script(String name, String script, String... arguments) throws IOException {
        Path copy = directory.resolve(script);
        try (var source = RayProcesses.class.getResourceAsStream("/ray/" + script)) {
            Files.copy(Objects.requireNonNull(source), copy, StandardCopyOption.REPLACE_EXISTING);
        }
        var all = new ArrayList<>(List.of("-u", copy.toString()));
        all.addAll(List.of(arguments));
        return start(name, python.toString(), all);
    }

    private Start start(String name, String program, List<String> arguments) {
        var builder = new ProcessBuilder(program).redirectErrorStream(true);
        builder.command().addAll(arguments);
        builder.environment()
                .putAll(Map.of(
                        "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER",
                        "0",
                        "RAY_CLOUD_INSTANCE_ID",
                        name,
                        "RAY_NODE_TYPE_NAME",
                        "type-of-" + name,
                        "RAY_AUTH_MODE",
                        "token",
                        "RAY_AUTH_TOKEN_PATH",
                        directory.resolve("token").toString()));
        return new Start(builder, directory.resolve(name + ".out"));
    }

    /** A command ready to go. */
    record Start(ProcessBuilder builder, Path log) {
        Start with(Map<String, String> environment) {
            builder.environment().putAll(environment);
            return this;
        }

        OwnSession detached() throws IOException {
            return OwnSession.start(builder.redirectOutput(log.toFile()));
        }

        OwnSession attached() throws IOException {
            return OwnSession.start(builder);
        }

        /** Runs it to its end. */
        String output() throws IOException {
            return new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    @Override
    public String toString() {
        return "logs in " + directory;
    }
}
