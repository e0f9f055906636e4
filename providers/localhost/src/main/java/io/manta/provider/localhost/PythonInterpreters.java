package io.manta.provider.localhost;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Looks for a Python that Ray supports. */
final class PythonInterpreters {
    private static final int OLDEST_MINOR = 10;
    private static final int NEWEST_MINOR = 13;
    private static final List<String> NAMES =
            List.of("python3", "python3.12", "python3.11", "python3.13", "python3.10");
    private static final String PROBE = """
            import sys
            print(sys.version_info[0], sys.version_info[1])
            try:
                import venv, ensurepip
                print("venv")
            except ImportError:
                print("bare")
            """;

    private final List<Path> searchPath;

    PythonInterpreters(List<Path> searchPath) {
        this.searchPath = List.copyOf(searchPath);
    }

    static PythonInterpreters onPath() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
        return new PythonInterpreters(Arrays.stream(path.split(":"))
                .filter(p -> !p.isEmpty())
                .map(Path::of)
                .toList());
    }

    /** @param canMakeVenv whether {@code python3-venv} is installed for it */
    record Interpreter(Path path, int minor, boolean canMakeVenv) {
        String version() {
            return "3." + minor;
        }
    }

    /**
     * The plain {@code python3} when it will do, else the first other that does.
     *
     * @return an interpreter that cannot make environments only when there is none that can
     */
    Optional<Interpreter> best() throws InterruptedException {
        Optional<Interpreter> bare = Optional.empty();
        for (Path candidate : candidates()) {
            Optional<Interpreter> found = probe(candidate);
            if (found.isPresent() && found.get().canMakeVenv()) {
                return found;
            }
            bare = bare.isPresent() ? bare : found;
        }
        return bare;
    }

    String searched() {
        return "looked for " + String.join(", ", NAMES) + " in " + searchPath;
    }

    private List<Path> candidates() {
        var found = new ArrayList<Path>();
        for (String name : NAMES) {
            for (Path directory : searchPath) {
                Path candidate = directory.resolve(name);
                if (Files.isExecutable(candidate)) {
                    found.add(candidate);
                }
            }
        }
        return found;
    }

    /** Empty when it does not run (such as the shim of a version manager for a version not installed) or does not fit. */
    private static Optional<Interpreter> probe(Path python) throws InterruptedException {
        try {
            Programs.Outcome outcome = Programs.run(List.of(python.toString(), "-c", PROBE));
            if (!outcome.succeeded() || outcome.lines().size() != 2) {
                return Optional.empty();
            }
            String[] version = outcome.lines().getFirst().split(" ", 2);
            int minor = Integer.parseInt(version[1]);
            boolean fits = version[0].equals("3") && minor >= OLDEST_MINOR && minor <= NEWEST_MINOR;
            return fits
                    ? Optional.of(new Interpreter(
                            python, minor, outcome.lines().getLast().equals("venv")))
                    : Optional.empty();
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }
}
