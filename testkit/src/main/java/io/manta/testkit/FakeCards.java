package io.manta.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** A Python with Ray on a machine that seems to have NVIDIA cards: Ray's own detection loads a stand-in for their library. */
public final class FakeCards {
    private static final String SOURCE = "testkit/accelerators/nvml.c";

    private final Path directory;

    private FakeCards(Path directory) {
        this.directory = directory;
    }

    /**
     * @param directory where the library and the programs are put
     * @param python one that has Ray
     * @param slices MIG slices on each card
     * @param models by card, as the driver names them; none for a machine whose driver is not loaded
     */
    public static FakeCards make(Path directory, Path python, int slices, String... models) throws Exception {
        Files.createDirectories(directory);
        compile(directory.resolve("libnvidia-ml.so.1"), slices, models);
        var cards = new FakeCards(directory);
        cards.wrap("python", python);
        cards.wrap("ray", python.resolveSibling("ray"));
        return cards;
    }

    /** Runs the real one, which then sees the cards. */
    public Path python() {
        return directory.resolve("bin").resolve("python");
    }

    /** For {@code LD_LIBRARY_PATH}. */
    public Path libraries() {
        return directory;
    }

    private void wrap(String name, Path program) throws IOException {
        Path file = directory.resolve("bin").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(
                file,
                "#!/bin/sh\nexport LD_LIBRARY_PATH=" + directory + "\nexec " + program.toAbsolutePath() + " \"$@\"\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void compile(Path library, int slices, String... models) throws Exception {
        var command = new ArrayList<>(List.of("cc", "-shared", "-fPIC", "-DSLICES=" + slices));
        if (models.length > 0) {
            command.add("-DCARDS="
                    + Stream.of(models).map(model -> '"' + model + '"').collect(Collectors.joining(",")));
        }
        command.addAll(List.of("-o", library.toString(), source().toString()));
        try {
            Process compiler =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (compiler.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", command) + ": " + output);
            }
        } catch (IOException e) {
            throw new TestAbortedException("needs a C compiler named cc: " + e.getMessage());
        }
    }

    private static Path source() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.exists(at.resolve(SOURCE))) {
                return at.resolve(SOURCE);
            }
        }
        throw new IllegalStateException(SOURCE + " is not above " + Path.of("").toAbsolutePath());
    }
}
