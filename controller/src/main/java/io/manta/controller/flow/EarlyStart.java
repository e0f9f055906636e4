package io.manta.controller.flow;

import io.manta.controller.daemon.DaemonControl;
import io.manta.core.model.ProblemException;
import org.jspecify.annotations.Nullable;

/** Has the daemon brought to the head while the head is set up. What fails here is tried again, and told, by its real start. */
final class EarlyStart {
    private final DaemonControl daemon;
    private @Nullable Thread thread;

    EarlyStart(DaemonControl daemon) {
        this.daemon = daemon;
    }

    /** Once; later calls do nothing. */
    void begin() {
        if (thread == null) {
            thread = Thread.ofVirtual().start(this::run);
        }
    }

    private void run() {
        try {
            daemon.startEarly();
        } catch (ProblemException e) {
            // See the class comment.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void await() throws InterruptedException {
        if (thread != null) {
            thread.join();
        }
    }

    /** The head will not come up: nothing goes on working for it. */
    void abandon() {
        if (thread == null) {
            return;
        }
        thread.interrupt();
        try {
            thread.join();
            daemon.stop();
        } catch (ProblemException e) {
            // It waits for a head, and harms nothing; the next `up` or `down` ends it.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
