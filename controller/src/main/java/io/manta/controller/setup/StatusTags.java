package io.manta.controller.setup;

import io.manta.spi.model.NodeStatus;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a machine's status tag up with its set-up, without holding the set-up up: one write at a time, and what is overtaken
 * within a moment is not written at all, for every write is a call to a cloud or a command on a host.
 */
final class StatusTags {
    private static final Duration MOMENT = Duration.ofMillis(300);

    private final Writer writer;
    private @Nullable NodeStatus wanted;
    private @Nullable NodeStatus last;
    private @Nullable Thread thread;

    /** Writes the tag. */
    interface Writer {
        void write(NodeStatus status) throws InterruptedException;
    }

    StatusTags(Writer writer) {
        this.writer = writer;
    }

    synchronized void now(NodeStatus status) {
        if (status == last) {
            return;
        }
        last = status;
        wanted = status;
        if (thread == null) {
            thread = Thread.ofVirtual().start(this::work);
        }
    }

    private void work() {
        try {
            for (NodeStatus next = take(); next != null; next = take()) {
                writer.write(next);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns what is to be written, after a moment in which it may be overtaken. */
    private synchronized @Nullable NodeStatus take() throws InterruptedException {
        long end = System.nanoTime() + MOMENT.toNanos();
        for (long left = MOMENT.toNanos(); wanted != null && left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        NodeStatus next = wanted;
        wanted = null;
        if (next == null) {
            thread = null;
        }
        return next;
    }

    /** What is still on its way must not come after what the caller writes next; what was not begun is dropped. */
    void await() throws InterruptedException {
        Thread writing;
        synchronized (this) {
            wanted = null;
            notifyAll();
            writing = thread;
        }
        if (writing != null) {
            writing.join();
        }
    }
}
