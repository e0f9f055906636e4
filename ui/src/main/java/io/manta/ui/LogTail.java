package io.manta.ui;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The end of the newest log of a node. */
final class LogTail {
    private static final int BYTES = 24_000;
    private static final Pattern NODE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,200}");

    private final Supplier<UnaryOperator<String>> redaction;

    /** @param redaction makes what takes secrets out of lines, fed in their order */
    LogTail(Supplier<UnaryOperator<String>> redaction) {
        this.redaction = redaction;
    }

    String of(Shown cluster, String node) throws IOException {
        Path logs = cluster.dir().resolve("logs");
        if (!NODE.matcher(node).matches() || !Files.isDirectory(logs.resolve(node))) {
            return "";
        }
        Optional<Path> newest;
        try (Stream<Path> files = Files.list(logs.resolve(node))) {
            newest = files.filter(Files::isRegularFile)
                    .max(Comparator.comparingLong((Path file) -> file.toFile().lastModified())
                            .thenComparing(Comparator.naturalOrder()));
        }
        if (newest.isEmpty()) {
            return "";
        }
        UnaryOperator<String> safe = redaction.get();
        return newest.get().getFileName() + "\n"
                + tail(newest.get()).stream().map(safe).collect(Collectors.joining("\n"));
    }

    private static List<String> tail(Path file) throws IOException {
        try (var in = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(0, in.length() - BYTES);
            byte[] bytes = new byte[(int) (in.length() - from)];
            in.seek(from);
            in.readFully(bytes);
            List<String> lines =
                    new String(bytes, StandardCharsets.UTF_8).lines().toList();
            return from > 0 && !lines.isEmpty() ? lines.subList(1, lines.size()) : lines;
        }
    }
}
