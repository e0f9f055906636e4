package io.manta.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Builds examples/providers/java with the JDK's own tools, as a build without Maven would. */
final class PluginJar {
    private PluginJar() {}

    static Path build(Path dir) throws IOException {
        Path root = MantaProgram.repository();
        Path example = root.resolve("examples/providers/java/src/main");
        Path classes = Files.createDirectories(dir.resolve("classes"));
        Path manifest = Files.writeString(dir.resolve("manifest"), "Manta-Spi: 2.0\n");
        Path jar = dir.resolve("directories.jar");
        String java = System.getProperty("java.home") + "/bin/";
        run(
                java + "javac",
                "-cp",
                root.resolve("spi/target/classes").toString(),
                "-d",
                classes.toString(),
                example.resolve("java/demo/DirectoryProvider.java").toString());
        run(
                java + "jar",
                "--create",
                "--file",
                jar.toString(),
                "--manifest",
                manifest.toString(),
                "-C",
                classes.toString(),
                ".",
                "-C",
                example.resolve("resources").toString(),
                ".");
        return jar;
    }

    private static void run(String... words) throws IOException {
        try {
            int code = new ProcessBuilder(List.of(words)).inheritIO().start().waitFor();
            if (code != 0) {
                throw new IOException(words[0] + " ended with exit code " + code);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
