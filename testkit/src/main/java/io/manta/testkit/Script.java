package io.manta.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.opentest4j.TestAbortedException;

/** A script of this project that makes a world to test in. One that answers 77 cannot do so here, and says why. */
record Script(Path path, Map<String, String> environment) {
    static final int SKIPPED = 77;

    /** @param name from the root of this project, which is above the working directory */
    static Path find(String name) {
        Path start = Path.of("").toAbsolutePath();
        for (Path at = start; at != null; at = at.getParent()) {
            Path script = at.resolve(name);
            if (Files.isExecutable(script)) {
                return script;
            }
        }
        throw new IllegalStateException(name + " is not above " + start);
    }

    /** Its output; the test is skipped where the script cannot work. */
    String must(String... arguments) {
        SshHosts.Ended ended = run(List.of(arguments));
        if (ended.exitCode() == SKIPPED) {
            throw new TestAbortedException(
                    "not possible here: " + ended.output().strip());
        }
        if (ended.exitCode() != 0) {
            throw new IllegalStateException(String.join(" ", arguments) + ": " + ended.output());
        }
        return ended.output();
    }

    SshHosts.Ended run(List<String> arguments) {
        var command = new ArrayList<String>();
        command.add(path.toString());
        command.addAll(arguments);
        try {
            // Not a pipe: what a script leaves running would keep it open, and the reader waiting.
            Path output = Files.createTempFile("script", ".out");
            try {
                var builder =
                        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
                builder.environment().putAll(environment);
                int exitCode = builder.start().waitFor();
                return new SshHosts.Ended(exitCode, Files.readString(output, StandardCharsets.UTF_8));
            } finally {
                Files.delete(output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
