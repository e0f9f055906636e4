package io.manta.cli.dump;

import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory that becomes one compressed file; every text goes in through {@link SafeText}. */
final class Bundle implements AutoCloseable {
    private final Path work;
    private final Path root;

    /** @param name of the directory that whoever unpacks it gets */
    Bundle(String name) throws IOException {
        this.work = Files.createTempDirectory("manta-dump");
        this.root = Files.createDirectory(work.resolve(name));
    }

    void text(String name, List<String> lines) throws IOException {
        Path file = root.resolve(name).normalize();
        Files.createDirectories(file.getParent());
        var safe = new SafeText();
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (String line : lines) {
                out.write(safe.line(line));
                out.newLine();
            }
        }
    }

    /** A file of ours; nothing when it does not exist. */
    void file(String name, Path from) throws IOException {
        if (!Files.isRegularFile(from)) {
            return;
        }
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        var safe = new SafeText();
        // Logs hold what programs print, which need not be proper text; a reader made this way replaces what is not.
        try (var in = new BufferedReader(new InputStreamReader(Files.newInputStream(from), StandardCharsets.UTF_8));
                BufferedWriter out = Files.newBufferedWriter(file)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.write(safe.line(line));
                out.newLine();
            }
        }
    }

    void tree(String name, Path from) throws IOException {
        if (!Files.isDirectory(from)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> walk = Files.walk(from)) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            file(name + "/" + from.relativize(file), file);
        }
    }

    void pack(Path target) throws ProblemException, IOException, InterruptedException {
        Process tar = new ProcessBuilder(
                        "tar",
                        "-C",
                        work.toString(),
                        "-czf",
                        target.toAbsolutePath().toString(),
                        root.getFileName().toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (tar.waitFor() != 0) {
            throw new ProblemException(Problem.error(
                    "CLI-DUMP",
                    "cannot write " + target,
                    said.strip(),
                    "check free disk space, or name another file with --output"));
        }
    }

    @Override
    public void close() throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(work)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }
}
