package io.manta.ui;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a page reads: lines of a letter and JSON. {@code c} begins a cluster, {@code s} is its status, {@code e} an event,
 * {@code H} names the columns of samples, {@code h} is a sample. Files are passed on line by line and not understood, so that
 * one torn or foreign line harms only itself.
 */
public final class ClusterLines {
    /** Weeks of events would only be folded away again; a page begins with the newest. */
    private static final long MOST_EVENT_BYTES = 6L << 20;

    private static final Pattern INDENT = Pattern.compile("\\n\\s*");

    private ClusterLines() {}

    /** Everything a page begins with, and where it goes on. */
    record Page(String text, Position next) {}

    static Page all(Shown cluster, String mode) throws IOException {
        var body = new StringBuilder();
        status(cluster, body);
        long size = size(cluster.events());
        long from = Math.max(0, size - MOST_EVENT_BYTES);
        long events = events(cluster, from, from > 0, body);
        Position next = samples(cluster, body, false).withEvents(events);
        return new Page(opening(cluster, mode, next.toString(), from > 0) + body, next);
    }

    /** For a card: how it is, and the coarse past. */
    static String summary(Shown cluster) throws IOException {
        var body = new StringBuilder();
        status(cluster, body);
        Position end = samples(cluster, body, true).withEvents(size(cluster.events()));
        return opening(cluster, "live", end.toString(), false) + body;
    }

    /** The text of a recording: nothing in it changes any more. */
    public static String recording(Shown cluster) throws IOException {
        return all(cluster, "recorded").text();
    }

    private static String opening(Shown cluster, String mode, String position, boolean truncated) {
        String facts = cluster.facts().strip();
        String inner = facts.substring(1, facts.length() - 1).strip();
        return "c{\"name\":" + JsonText.quote(cluster.name()) + ",\"mode\":\"" + mode + "\",\"position\":\"" + position
                + "\",\"truncated\":" + truncated + (inner.isEmpty() ? "" : "," + inner) + "}\n";
    }

    static void status(Shown cluster, StringBuilder out) throws IOException {
        if (Files.exists(cluster.status())) {
            // Inside of JSON strings there are no line ends: this only takes away the indentation.
            out.append('s')
                    .append(INDENT.matcher(Files.readString(cluster.status()).strip())
                            .replaceAll(""))
                    .append('\n');
        }
    }

    /** Appends whole lines from there on; returns where the next read begins. */
    static long events(Shown cluster, long from, boolean inALine, StringBuilder out) throws IOException {
        Chunk chunk = read(cluster.events(), from);
        boolean first = inALine;
        for (String line : chunk.lines()) {
            boolean steps = line.contains("\"type\":\"STEP_PROGRESS\"") || line.contains("\"type\":\"STEP_FINISHED\"");
            if (!first && !line.isBlank() && !steps) {
                out.append('e').append(line).append('\n');
            }
            first = false;
        }
        return chunk.next();
    }

    private static Position samples(Shown cluster, StringBuilder out, boolean coarseOnly) throws IOException {
        List<Path> coarse = files(cluster, "coarse-");
        List<Path> fine = files(cluster, "fine-");
        long firstFine = coarseOnly || fine.isEmpty() ? Long.MAX_VALUE : firstTime(fine.getFirst());
        for (Path file : coarse) {
            sampleLines(read(file, 0).lines(), firstFine, out);
        }
        long offset = 0;
        // A card shows the last hour finer; it is all there is of a young cluster.
        for (Path file : coarseOnly && !fine.isEmpty() ? List.of(fine.getLast()) : fine) {
            Chunk chunk = read(file, 0);
            sampleLines(chunk.lines(), Long.MAX_VALUE, out);
            offset = chunk.next();
        }
        if (fine.isEmpty()) {
            return Position.START;
        }
        Path last = fine.getLast();
        return new Position(0, last.getFileName().toString(), offset);
    }

    /** What is new since; also from a file that was begun meanwhile. */
    static Position newSamples(Shown cluster, Position since, StringBuilder out) throws IOException {
        Position at = since;
        for (Path file : files(cluster, "fine-")) {
            String name = file.getFileName().toString();
            int order = name.compareTo(since.samples());
            if (order < 0) {
                continue;
            }
            Chunk chunk = read(file, order == 0 ? since.samplesOffset() : 0);
            // The columns stand at the top of a file; one who comes in the middle needs them, too.
            if (order == 0 && !chunk.lines().isEmpty()) {
                columns(file, out);
            }
            sampleLines(chunk.lines(), Long.MAX_VALUE, out);
            at = new Position(since.events(), name, chunk.next());
        }
        return at;
    }

    private static void columns(Path file, StringBuilder out) throws IOException {
        String last = "";
        for (String line : read(file, 0).lines()) {
            last = line.startsWith("{") ? line : last;
        }
        sampleLines(List.of(last), Long.MAX_VALUE, out);
    }

    private static void sampleLines(List<String> lines, long before, StringBuilder out) {
        for (String line : lines) {
            if (line.startsWith("{")) {
                out.append('H').append(line).append('\n');
            } else if (line.startsWith("[") && time(line) < before) {
                out.append('h').append(line).append('\n');
            }
        }
    }

    private static long firstTime(Path file) throws IOException {
        for (String line : read(file, 0).lines()) {
            if (line.startsWith("[")) {
                return time(line);
            }
        }
        return Long.MAX_VALUE;
    }

    private static long time(String line) {
        int comma = line.indexOf(',');
        try {
            return comma < 2 ? Long.MAX_VALUE : Long.parseLong(line.substring(1, comma));
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    private static List<Path> files(Shown cluster, String prefix) throws IOException {
        if (!Files.isDirectory(cluster.history())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(cluster.history())) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .sorted()
                    .toList();
        }
    }

    private record Chunk(List<String> lines, long next) {}

    static long size(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }

    /** Whole lines only: the rest of the last one is read when it is there. */
    private static Chunk read(Path file, long offset) throws IOException {
        if (!Files.exists(file)) {
            return new Chunk(List.of(), 0);
        }
        try (var in = new RandomAccessFile(file.toFile(), "r")) {
            long from = offset > in.length() ? 0 : offset;
            byte[] bytes = new byte[(int) Math.min(in.length() - from, MOST_EVENT_BYTES + (1 << 20))];
            in.seek(from);
            in.readFully(bytes);
            int end = bytes.length;
            while (end > 0 && bytes[end - 1] != '\n') {
                end--;
            }
            var lines = new ArrayList<String>();
            new String(bytes, 0, end, StandardCharsets.UTF_8).lines().forEach(lines::add);
            return new Chunk(lines, from + end);
        }
    }
}
