package io.manta.provider.localhost;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Runs a program of this machine to its end. */
final class Programs {
    private static final int LONGEST = 300;

    private Programs() {}

    /** @param lines standard output and error together */
    record Outcome(int exitCode, List<String> lines) {
        Outcome {
            lines = List.copyOf(lines);
        }

        boolean succeeded() {
            return exitCode == 0;
        }

        /** Fit to be shown: some of pip's lines name every version there ever was. */
        List<String> lastLines(int count) {
            return lines.subList(Math.max(0, lines.size() - count), lines.size()).stream()
                    .map(line -> line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…")
                    .toList();
        }

        boolean mentions(String... words) {
            return lines.stream().anyMatch(line -> {
                for (String word : words) {
                    if (line.contains(word)) {
                        return true;
                    }
                }
                return false;
            });
        }
    }

    /** An interrupt ends the program, too. */
    static Outcome run(List<String> command, Map<String, String> environment, Consumer<String> onLine)
            throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().putAll(environment);
        Process process = builder.start();
        var lines = new ArrayList<String>();
        try (var reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line;
            while ((line = reader.readLine()) != null) {
                lines.add(line);
                onLine.accept(line);
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted while running " + command.getFirst());
                }
            }
            return new Outcome(process.waitFor(), lines);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    static Outcome run(List<String> command) throws IOException, InterruptedException {
        return run(command, Map.of(), line -> {});
    }
}
