package io.manta.controller.history;

import io.manta.controller.home.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Samples on disk at one grain: files of lines, one per stretch of time, the oldest removed as a whole. Appending needs no
 * reading, a torn last line harms nobody, and no file grows beyond its share.
 */
final class SampleRing {
    /** How fine and how long; a file holds one stretch of time, and what would not fit into it is left out. */
    enum Grain {
        FINE(Duration.ofSeconds(10), Duration.ofHours(24), Duration.ofHours(1), 140_000),
        COARSE(Duration.ofMinutes(5), Duration.ofDays(7), Duration.ofDays(1), 120_000);

        final Duration every;
        final Duration kept;
        final Duration stretch;
        final long mostBytes;

        Grain(Duration every, Duration kept, Duration stretch, long mostBytes) {
            this.every = every;
            this.kept = kept;
            this.stretch = stretch;
            this.mostBytes = mostBytes;
        }

        String prefix() {
            return this == FINE ? "fine-" : "coarse-";
        }
    }

    private final Path dir;
    private final Grain grain;
    private SampleLines lines = new SampleLines();
    private @Nullable Path open;
    private Instant last = Instant.MIN;

    SampleRing(Path dir, Grain grain) {
        this.dir = dir;
        this.grain = grain;
    }

    boolean isDue(Instant now) {
        return !now.isBefore(last.plus(last.equals(Instant.MIN) ? Duration.ZERO : grain.every));
    }

    void add(Sample sample) throws IOException {
        last = sample.at();
        long number = sample.at().getEpochSecond() / grain.stretch.toSeconds();
        Path file = dir.resolve(grain.prefix() + String.format("%09d", number) + ".jsonl");
        if (!file.equals(open)) {
            PrivateFiles.directories(dir);
            removeOld(number);
            // Columns are named again at the top of a file, and after a restart.
            lines = new SampleLines();
            open = file;
        }
        byte[] text = (String.join("\n", lines.lines(sample)) + "\n").getBytes(StandardCharsets.UTF_8);
        long size = Files.exists(file) ? Files.size(file) : 0;
        if (text.length > 1 && size + text.length <= grain.mostBytes) {
            PrivateFiles.append(file, text);
        }
    }

    private void removeOld(long number) throws IOException {
        long oldest = number - grain.kept.dividedBy(grain.stretch);
        try (Stream<Path> files = Files.list(dir)) {
            List<Path> old = files.filter(f -> isBefore(f, oldest)).toList();
            for (Path file : old) {
                Files.deleteIfExists(file);
            }
        }
    }

    private boolean isBefore(Path file, long oldest) {
        String name = file.getFileName().toString();
        if (!name.startsWith(grain.prefix()) || !name.endsWith(".jsonl")) {
            return false;
        }
        try {
            return Long.parseLong(name.substring(grain.prefix().length(), name.length() - 6)) < oldest;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
