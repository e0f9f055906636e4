package io.manta.controller.setup;

import io.manta.core.model.NodeStatus;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a machine's status tag up with its set-up, without holding the set-up up: one write at a time, and what has been
 * overtaken meanwhile is not written at all.
 */
final class StatusTags {
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

    private synchronized @Nullable NodeStatus take() {
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
            writing = thread;
        }
        if (writing != null) {
            writing.join();
        }
    }
}
