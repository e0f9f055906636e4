package io.manta.cli.verb;

import io.manta.cli.terminal.Console;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Prints files one after the other, each under its name when there are several, and goes on as they grow. */
final class FileTail {
    private static final long POLL_MILLIS = 200;

    private final List<Path> files;
    private final Console console;
    private final Map<Path, Long> offsets = new HashMap<>();

    FileTail(List<Path> files, Console console) {
        this.files = files;
        this.console = console;
    }

    void show(boolean follow) throws IOException, InterruptedException {
        for (Path file : files) {
            if (files.size() > 1) {
                console.data(console.paint().bold("==> " + file.getFileName() + " <=="));
            }
            print(file);
        }
        while (follow) {
            Thread.sleep(POLL_MILLIS);
            for (Path file : files) {
                print(file);
            }
        }
    }

    private void print(Path file) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        long offset = offsets.getOrDefault(file, 0L);
        try (var in = new RandomAccessFile(file.toFile(), "r")) {
            long start = offset > in.length() ? 0 : offset;
            in.seek(start);
            byte[] bytes = new byte[(int) Math.min(in.length() - start, 1 << 26)];
            in.readFully(bytes);
            if (bytes.length > 0) {
                console.data(new String(bytes, StandardCharsets.UTF_8));
            }
            offsets.put(file, start + bytes.length);
        }
    }
}
