package io.manta.provider.localhost;

import io.manta.provider.common.Trees;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A Python environment with Ray: the user's own, or one made here once per version of Ray and Python and then shared by
 * all clusters. A file {@code ready} says that one was completely made; without it, it is made anew.
 */
final class RayRuntime {
    static final long BYTES_NEEDED = 1_500_000_000L;

    private final LocalhostSettings settings;
    private final Path runtimeDir;
    private final PythonInterpreters interpreters;

    RayRuntime(LocalhostSettings settings, Path runtimeDir, PythonInterpreters interpreters) {
        this.settings = settings;
        this.runtimeDir = runtimeDir;
        this.interpreters = interpreters;
    }

    /**
     * Returns the interpreter, after having made its environment if need be.
     *
     * @param known the one the cluster has used so far
     */
    Path prepare(Optional<Path> known, Progress progress) throws ProviderException, InterruptedException {
        if (settings.python().isPresent()) {
            return verify(settings.python().get());
        }
        if (known.filter(this::isReadyPython).isPresent()) {
            return known.get();
        }
        PythonInterpreters.Interpreter base = interpreters
                .best()
                .orElseThrow(() -> LocalhostProblems.invalid(LocalhostProblems.noPython(interpreters.searched())));
        Path environment = environment(base);
        if (isReady(environment)) {
            return python(environment);
        }
        if (!base.canMakeVenv()) {
            throw LocalhostProblems.invalid(LocalhostProblems.noVenv(base.path()));
        }
        Path lock = runtimeDir.resolve(environment.getFileName() + ".lock");
        try (var _ = StateLock.acquire(lock, () -> progress.say("waiting for another process that installs Ray"))) {
            if (!isReady(environment)) {
                make(base, environment, progress);
            }
            return python(environment);
        } catch (IOException e) {
            throw LocalhostProblems.files("make a Python environment in " + environment, e);
        }
    }

    /** The interpreter of an environment that was made before; makes none. */
    Optional<Path> ready() throws InterruptedException {
        return interpreters
                .best()
                .map(this::environment)
                .filter(RayRuntime::isReady)
                .map(RayRuntime::python);
    }

    Path environment(PythonInterpreters.Interpreter base) {
        return runtimeDir.resolve(prefix() + base.version());
    }

    static boolean isReady(Path environment) {
        return Files.exists(environment.resolve("ready"));
    }

    /** Whether it was made here, completely, and has the version that is wanted; costs nothing to find out. */
    boolean isReadyPython(Path python) {
        Path environment = python.resolve("../..").normalize();
        return runtimeDir.equals(environment.getParent())
                && environment.getFileName().toString().startsWith(prefix())
                && isReady(environment)
                && Files.isExecutable(python);
    }

    private String prefix() {
        return "ray-" + settings.rayVersion() + "-py";
    }

    static Path python(Path environment) {
        return environment.resolve("bin").resolve("python");
    }

    /** Checks the user's own interpreter. */
    Path verify(Path python) throws ProviderException, InterruptedException {
        if (!Files.isExecutable(python)) {
            throw LocalhostProblems.invalid(LocalhostProblems.pythonMissing(python));
        }
        try {
            var outcome = Programs.run(
                    List.of(python.toString(), "-c", "import importlib.metadata as m; print(m.version('ray'))"));
            if (!outcome.succeeded() || !Files.isExecutable(python.resolveSibling("ray"))) {
                throw LocalhostProblems.invalid(LocalhostProblems.rayMissing(python));
            }
            String version = outcome.lines().getLast().strip();
            if (settings.versionGiven() && !version.equals(settings.rayVersion())) {
                throw LocalhostProblems.invalid(LocalhostProblems.rayVersion(python, version, settings.rayVersion()));
            }
            return python;
        } catch (IOException e) {
            throw LocalhostProblems.files("run " + python, e);
        }
    }

    private void make(PythonInterpreters.Interpreter base, Path environment, Progress progress)
            throws IOException, ProviderException, InterruptedException {
        long free = Files.getFileStore(runtimeDir).getUsableSpace();
        if (free < BYTES_NEEDED) {
            throw LocalhostProblems.invalid(LocalhostProblems.diskFull(runtimeDir, free, BYTES_NEEDED));
        }
        endLeftOvers(environment);
        Trees.delete(environment);
        progress.say("making a Python " + base.version() + " environment in " + environment + " (once)");
        var venv = Programs.run(List.of(base.path().toString(), "-m", "venv", environment.toString()));
        Installation.check(venv, settings.rayVersion(), base.path(), environment);
        progress.say("installing ray[default]==" + settings.rayVersion() + " (a minute or two, once)");
        var pip = Programs.run(
                List.of(
                        python(environment).toString(),
                        "-m",
                        "pip",
                        "install",
                        "--no-input",
                        "--disable-pip-version-check",
                        "--progress-bar=off",
                        "ray[default]==" + settings.rayVersion()),
                Map.of("PIP_RETRIES", "2"),
                line -> Installation.progress(line).ifPresent(progress::say));
        Installation.check(pip, settings.rayVersion(), base.path(), environment);
        Files.writeString(environment.resolve("ready"), settings.rayVersion() + "\n");
        progress.say("Ray " + settings.rayVersion() + " is ready in " + environment);
    }

    /** Programs of an environment that is not ready can only be those of an installation whose starter was killed. */
    private static void endLeftOvers(Path environment) throws IOException {
        String prefix = environment.resolve("bin") + "/";
        for (ProcessTable.Row row : ProcessTable.now().all()) {
            ProcessHandle.of(row.pid())
                    .filter(process -> commandLine(process).startsWith(prefix))
                    .ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(
                    Path.of("/proc", Long.toString(process.pid()), "cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
