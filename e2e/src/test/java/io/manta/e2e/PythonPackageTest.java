package io.manta.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the tests that are written in Python: of the package, with real Ray, and of what is distributed. */
@RequiresRay
class PythonPackageTest {
    static Stream<Path> tests() throws IOException {
        Path root = MantaProgram.repository();
        Stream.Builder<Path> found = Stream.builder();
        for (String place : List.of("python/tests", "dist/tests")) {
            try (Stream<Path> files = Files.list(root.resolve(place))) {
                files.filter(file -> file.getFileName().toString().matches("test_.*\\.py"))
                        .sorted()
                        .forEach(found);
            }
        }
        return found.build();
    }

    @ParameterizedTest
    @MethodSource("tests")
    void passes(Path file) throws IOException, InterruptedException {
        Path root = MantaProgram.repository();
        var builder = new ProcessBuilder(System.getProperty("manta.ray.python"), "-B", file.toString(), "-v")
                .redirectErrorStream(true)
                .directory(root.toFile());
        builder.environment().put("PYTHONPATH", root.resolve("python/src").toString());
        builder.environment().put("MANTA_PROGRAM", root.resolve("manta").toString());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).containsPattern("Ran [1-9][0-9]* tests?");
    }

    @Test
    void thereAreTests() throws IOException {
        assertThat(tests()).hasSizeGreaterThanOrEqualTo(4);
    }
}
