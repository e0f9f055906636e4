package io.manta.provider.external.protocol;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What a helper writes to standard error: the last lines for problems, all of it in a file once the cluster has a place. */
final class HelperLog {
    private static final int KEPT = 20;
    private static final long LARGEST = 5_000_000;

    private final Path file;
    private final Deque<String> tail = new ArrayDeque<>();

    /** @param file made only when its directory is there: looking at a cluster must leave nothing */
    HelperLog(Path file) {
        this.file = file;
    }

    synchronized void line(String line) {
        if (tail.size() == KEPT) {
            tail.removeFirst();
        }
        tail.addLast(line);
        try {
            if (Files.isDirectory(file.resolveSibling("."))) {
                boolean full = Files.exists(file) && Files.size(file) > LARGEST;
                Files.writeString(
                        file,
                        line + "\n",
                        StandardOpenOption.CREATE,
                        full ? StandardOpenOption.TRUNCATE_EXISTING : StandardOpenOption.APPEND);
            }
        } catch (IOException e) {
            // A full disk must not stop the provider.
            return;
        }
    }

    synchronized List<String> tail() {
        return List.copyOf(tail);
    }
}
