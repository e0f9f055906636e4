package io.manta.cli.dump;

import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.secret.SafeText;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A directory that becomes one compressed file; every text goes in through {@link SafeText}. Names may come from elsewhere: none
 * leads out of the directory, and nothing is read or written through a link.
 */
final class Bundle implements AutoCloseable {
    /** Of a file; of a longer one the end is kept. */
    static final long LARGEST = 50_000_000;

    private final Path work;
    private final Path root;

    /** @param name of the directory that whoever unpacks it gets */
    Bundle(String name) throws IOException {
        this(Files.createTempDirectory("manta-dump"), name);
    }

    /** @param work an empty directory of its own, which ends with it */
    Bundle(Path work, String name) throws IOException {
        this.work = work;
        this.root = Files.createDirectory(inside(work, name));
    }

    void text(String name, List<String> lines) throws IOException {
        var safe = new SafeText();
        try (BufferedWriter out = create(name)) {
            for (String line : lines) {
                out.write(safe.line(line));
                out.newLine();
            }
        }
    }

    /** A file of ours; nothing when it does not exist. */
    void file(String name, Path from) throws IOException {
        if (!Files.isRegularFile(from, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        var safe = new SafeText();
        // Logs hold what programs print, which need not be proper text; a reader made this way replaces what is not.
        try (var in = new BufferedReader(new InputStreamReader(end(from), StandardCharsets.UTF_8));
                BufferedWriter out = create(name)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.write(safe.line(line));
                out.newLine();
            }
        }
    }

    private static InputStream end(Path from) throws IOException {
        InputStream in = Files.newInputStream(from, LinkOption.NOFOLLOW_LINKS);
        in.skipNBytes(Math.max(0, Files.size(from) - LARGEST));
        return in;
    }

    private BufferedWriter create(String name) throws IOException {
        Path file = inside(root, name);
        Files.createDirectories(file.getParent());
        return Files.newBufferedWriter(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
    }

    /** Where this name is in a directory; no name leads out of it, and no link in it is followed. */
    private static Path inside(Path directory, String name) throws IOException {
        Path file;
        try {
            file = directory.resolve(name).normalize();
        } catch (InvalidPathException e) {
            throw new IOException("not the name of a file: " + name, e);
        }
        boolean plain = !name.startsWith("/") && !List.of(name.split("/", -1)).contains("..");
        if (!plain || !file.startsWith(directory) || file.equals(directory)) {
            throw new IOException("not a place in the bundle: " + name);
        }
        for (Path above = file; above != null && !above.equals(directory); above = above.getParent()) {
            if (Files.isSymbolicLink(above)) {
                throw new IOException("a link in the bundle: " + above);
            }
        }
        return file;
    }

    void tree(String name, Path from) throws IOException {
        if (!Files.isDirectory(from, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> walk = Files.walk(from)) {
            files = walk.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .toList();
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
