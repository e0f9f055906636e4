package io.manta.provider.localhost;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Saves what a machine's Ray has logged before the machine's directories go: the last part of the newest files. */
final class KeptLogs {
    private static final long BYTES_PER_FILE = 2_000_000;
    private static final long BYTES_PER_MACHINE = 30_000_000;

    private final Path target;

    /** @param target a directory of this machine's own; made when there is something to keep */
    KeptLogs(Path target) {
        this.target = target;
    }

    /** Copies; what is there already from an interrupted try is written again. */
    void keep(Path rayTemp, Path home) throws IOException {
        long left = BYTES_PER_MACHINE;
        for (Path session : children(rayTemp)) {
            Path logs = session.resolve("logs");
            // session_latest is a link to one of the others.
            if (Files.isDirectory(session, LinkOption.NOFOLLOW_LINKS) && Files.isDirectory(logs)) {
                left = keepTree(logs, target.resolve("ray"), left);
            }
        }
        for (Path file : children(home)) {
            if (file.toString().endsWith(".log") && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                left -= copyTail(file, target.resolve(file.getFileName()), left);
            }
        }
    }

    private static long keepTree(Path logs, Path to, long budget) throws IOException {
        long left = budget;
        List<Path> newestFirst;
        try (Stream<Path> files = Files.walk(logs)) {
            newestFirst = files.filter(f -> Files.isRegularFile(f, LinkOption.NOFOLLOW_LINKS))
                    .sorted(Comparator.comparingLong(KeptLogs::modified).reversed())
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (Path file : newestFirst) {
            if (Files.size(file) > 0) {
                left -= copyTail(file, to.resolve(logs.relativize(file)), left);
            }
        }
        return left;
    }

    private static long copyTail(Path from, Path to, long left) throws IOException {
        long wanted = Math.min(Math.min(BYTES_PER_FILE, left), Files.size(from));
        if (wanted <= 0) {
            return 0;
        }
        Files.createDirectories(to.getParent());
        try (var in = FileChannel.open(from, StandardOpenOption.READ);
                var out = FileChannel.open(
                        to,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            in.position(Math.max(0, in.size() - wanted));
            var buffer = ByteBuffer.allocate((int) wanted);
            while (buffer.hasRemaining() && in.read(buffer) >= 0) {
                // Until the tail is read or the file turns out shorter.
            }
            buffer.flip();
            while (buffer.hasRemaining()) {
                out.write(buffer);
            }
        }
        return wanted;
    }

    private static long modified(Path file) {
        return file.toFile().lastModified();
    }

    private static List<Path> children(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(directory)) {
            return children.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
