package io.manta.controller.setup;

import io.manta.controller.home.PrivateFiles;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.secret.SafeText;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Keeps all output of a step in a file and the last lines in memory, both without secrets: problems and events quote them. A full
 * disk loses lines, not the step.
 */
final class StepLog implements OutputSink, AutoCloseable {
    private static final int LAST_LINES = 20;

    private final Path file;
    private final Deque<String> last = new ArrayDeque<>();
    private final SafeText safe = new SafeText();
    private BufferedWriter writer;

    StepLog(Path file) throws IOException {
        this.file = file;
        this.writer = PrivateFiles.appender(file);
    }

    /** A line of ours, such as the command that follows; not part of its output. */
    synchronized void heading(String line) {
        last.clear();
        write(SafeText.of(line));
    }

    @Override
    public synchronized void line(String raw) {
        String line = safe.line(raw);
        last.addLast(line);
        if (last.size() > LAST_LINES) {
            last.removeFirst();
        }
        write(line);
    }

    private void write(String line) {
        try {
            writer.write(line);
            writer.newLine();
            writer.flush();
        } catch (IOException e) {
            // The last lines in memory still tell the story.
        }
    }

    synchronized List<String> lastLines() {
        return List.copyOf(last);
    }

    Path file() {
        return file;
    }

    @Override
    public synchronized void close() {
        try {
            writer.close();
        } catch (IOException e) {
            // See write.
        }
    }
}
