package io.manta.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Types {@code ./manta …} with a home of its own, and knows which processes that leaves. */
final class MantaProgram {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Path root = repository();
    private final Path home;
    private final List<String> prefix;
    private String programs = "";

    MantaProgram(Path home) {
        this(home, List.of());
    }

    /** @param prefix put in front of every command, such as one that enters another network */
    MantaProgram(Path home, List<String> prefix) {
        this.home = home;
        this.prefix = List.copyOf(prefix);
    }

    /** Programs in this directory are found before others of the same name. */
    MantaProgram withPrograms(Path directory) {
        programs = directory + ":";
        return this;
    }

    /** A finished command. */
    record Run(int exitCode, String out, String err) {
        Run succeeded() {
            assertThat(exitCode).as("exit code; output:\n%s\n%s", out, err).isZero();
            return this;
        }

        String all() {
            return out + err;
        }
    }

    Path home() {
        return home;
    }

    Run run(String... args) {
        try {
            Process process = start(args);
            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as("`manta %s` ends within %s; so far:\n%s", String.join(" ", args), PATIENCE, output(process))
                    .isTrue();
            return new Run(process.exitValue(), read(process, "out"), read(process, "err"));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Begins a command and does not wait for it. */
    Process start(String... args) {
        try {
            Files.createDirectories(home);
            var line = new ArrayList<>(prefix);
            // A test run in the background ignores Ctrl-C, and so would what it starts.
            line.addAll(List.of("env", "--default-signal=INT"));
            // An installed one can be named, to see that it does all that the one of the source tree does.
            line.add(System.getProperty("manta.program", root.resolve("manta").toString()));
            line.addAll(List.of(args));
            Path out = Files.createTempFile(home, "run-", ".out");
            Path err = Path.of(out.toString().replace(".out", ".err"));
            var builder = new ProcessBuilder(line)
                    .redirectInput(new java.io.File("/dev/null"))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().put("MANTA_HOME", home.toString());
            builder.environment().merge("PATH", programs, (old, added) -> added + old);
            Process process = builder.start();
            Files.move(out, home.resolve(process.pid() + ".out"));
            Files.move(err, home.resolve(process.pid() + ".err"));
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For the end of a test, however it went: nothing goes on running when its directory is removed. */
    void downAll() {
        Path clusters = home.resolve("clusters");
        if (!Files.isDirectory(clusters)) {
            return;
        }
        try (Stream<Path> found = Files.list(clusters)) {
            found.filter(dir -> Files.exists(dir.resolve("record.json")))
                    .forEach(dir -> run("down", dir.getFileName().toString(), "-y"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String output(Process process) {
        return read(process, "out") + read(process, "err");
    }

    private String read(Process process, String stream) {
        try {
            return Files.readString(home.resolve(process.pid() + "." + stream));
        } catch (IOException e) {
            return "";
        }
    }

    /** Event lines of a cluster as maps. */
    List<Map<String, Object>> events(String cluster) {
        Path file = home.resolve("clusters").resolve(cluster).resolve("events.jsonl");
        return Files.exists(file) ? eventsIn(file) : List.of();
    }

    /** Event lines kept after {@code down}. */
    List<Map<String, Object>> keptEvents() {
        try (Stream<Path> files = Files.walk(home.resolve("logs"))) {
            return files.filter(f -> f.endsWith("events.jsonl"))
                    .flatMap(f -> eventsIn(f).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Map<String, Object>> eventsIn(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.map(line -> {
                        try {
                            return JSON.std.mapFrom(line);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static long count(List<Map<String, Object>> events, String type) {
        return events.stream().filter(e -> type.equals(e.get("type"))).count();
    }

    Map<String, Object> status(String cluster) {
        try {
            return JSON.std.mapFrom(
                    run("status", cluster, "-o", "json").succeeded().out());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @SuppressWarnings("unchecked")
    List<Map<String, Object>> nodes(String cluster, String role, String state) {
        return ((List<Map<String, Object>>) status(cluster).getOrDefault("nodes", List.of()))
                .stream()
                        .filter(n -> role.equals(n.get("role")) && state.equals(n.get("state")))
                        .toList();
    }

    /** Processes that carry this home in their environment or command line: everything the clusters here consist of. */
    List<String> processes() {
        long self = ProcessHandle.current().pid();
        return ProcessHandle.allProcesses()
                .filter(p -> p.pid() != self)
                .filter(p -> mentions(p.pid(), "environ") || mentions(p.pid(), "cmdline"))
                .map(p -> p.pid() + " " + p.info().commandLine().orElse("?"))
                .toList();
    }

    private boolean mentions(long pid, String file) {
        try {
            String text = Files.readString(Path.of("/proc/" + pid + "/" + file), StandardCharsets.ISO_8859_1);
            return text.contains(home.resolve("clusters").toString());
        } catch (IOException e) {
            return false;
        }
    }

    static void await(String what, Duration limit, BooleanSupplier condition) {
        Instant deadline = Instant.now().plus(limit);
        while (!condition.getAsBoolean()) {
            assertThat(Instant.now()).as("waiting until " + what).isBefore(deadline);
            try {
                Thread.sleep(200);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static Path repository() {
        Path dir = Path.of("").toAbsolutePath();
        while (!Files.exists(dir.resolve("manta"))) {
            dir = Objects.requireNonNull(dir.getParent(), "not inside the repository");
        }
        return dir;
    }
}
