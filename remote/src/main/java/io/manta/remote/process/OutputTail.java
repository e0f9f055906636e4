package io.manta.remote.process;

import io.manta.spi.remote.OutputSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Passes on the lines of a file that grows. */
final class OutputTail implements AutoCloseable {
    private static final int BUFFER = 64 * 1024;

    private final FileChannel channel;
    private final OutputSink output;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    OutputTail(Path file, OutputSink output) throws IOException {
        this.channel = FileChannel.open(file, StandardOpenOption.READ);
        this.output = output;
    }

    /** Passes on the complete lines that are new. */
    void forward() throws IOException {
        while (channel.read(buffer.clear()) > 0) {
            buffer.flip();
            while (buffer.hasRemaining()) {
                byte next = buffer.get();
                if (next == '\n') {
                    flushLine();
                } else {
                    line.write(next);
                }
            }
        }
    }

    /** Passes on the rest, a last line without an end included. */
    void finish() throws IOException {
        forward();
        if (line.size() > 0) {
            flushLine();
        }
    }

    private void flushLine() {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        output.line(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
