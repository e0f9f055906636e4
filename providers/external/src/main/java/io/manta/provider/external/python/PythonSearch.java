package io.manta.provider.external.python;

import io.manta.provider.external.ExternalProblems;
import io.manta.spi.provider.ProviderException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Finds a Python that has Ray: the one that is named, else whichever the user's shell, or an earlier cluster here, uses. */
final class PythonSearch {
    private static final String PROBE =
            "import importlib.util, sys; sys.exit(0 if importlib.util.find_spec('ray') else 3)";
    private static final String LOGIN_RAY = "command -v ray python3 python 2>/dev/null";

    private final Optional<String> named;
    private final Path runtime;

    /** @param runtime where environments made by Manta lie */
    PythonSearch(Optional<String> named, Path runtime) {
        this.named = named;
        this.runtime = runtime;
    }

    Path find() throws ProviderException, InterruptedException {
        if (named.isPresent()) {
            Path given = Path.of(named.get().replaceFirst("^~(?=/)", System.getProperty("user.home", "~")));
            Path python = Files.isDirectory(given) ? given.resolve("bin/python") : given;
            if (hasRay(python)) {
                return python;
            }
            throw ExternalProblems.noPython(python + " is not a Python that can import ray");
        }
        var tried = new LinkedHashSet<Path>(candidates());
        for (Path python : tried) {
            if (hasRay(python)) {
                return python;
            }
        }
        throw ExternalProblems.noPython("tried: " + tried);
    }

    private List<Path> candidates() throws InterruptedException {
        var found = new ArrayList<Path>();
        Optional.ofNullable(System.getenv("VIRTUAL_ENV")).ifPresent(dir -> found.add(Path.of(dir, "bin", "python")));
        for (String dir : Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator, -1)) {
            for (String name : new String[] {"ray", "python3"}) {
                Path program = Path.of(dir.isEmpty() ? "." : dir, name);
                if (Files.isExecutable(program)) {
                    found.add(interpreter(program));
                }
            }
        }
        for (String line : output("bash", "--login", "-i", "-c", LOGIN_RAY)) {
            if (line.startsWith("/")) {
                found.add(interpreter(Path.of(line)));
            }
        }
        try (Stream<Path> made = Files.isDirectory(runtime) ? Files.list(runtime) : Stream.<Path>empty()) {
            made.map(dir -> dir.resolve("bin/python")).filter(Files::exists).forEach(found::add);
        } catch (IOException e) {
            // One place less to look in.
            return found;
        }
        return found;
    }

    /** The Python in the first line of a script such as {@code ray}; the program itself when it is none. */
    private static Path interpreter(Path program) {
        if (!program.endsWith("ray")) {
            return program;
        }
        try (Stream<String> lines = Files.lines(program)) {
            return lines.findFirst()
                    .filter(line -> line.startsWith("#!/"))
                    .map(line -> Path.of(line.substring(2).strip()))
                    .orElse(program);
        } catch (IOException | RuntimeException e) {
            return program.resolveSibling("python3");
        }
    }

    private static boolean hasRay(Path python) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(python.toString(), "-c", PROBE)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static List<String> output(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(new File("/dev/null"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            List<String> lines = process.inputReader().lines().toList();
            process.waitFor(10, TimeUnit.SECONDS);
            return lines;
        } catch (IOException e) {
            return List.of();
        }
    }
}
