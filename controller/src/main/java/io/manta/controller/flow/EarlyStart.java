package io.manta.controller.flow;

import io.manta.controller.daemon.DaemonControl;
import io.manta.controller.daemon.EarlyLease;
import io.manta.spi.model.ProblemException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Has the daemon brought to the head while the head is set up. What fails here is tried again, and told, by its real start. */
final class EarlyStart {
    private final DaemonControl daemon;
    // Well within what one renewal lasts, even if one or two get lost.
    private static final Duration RENEWED = EarlyLease.LENGTH.dividedBy(4);

    private final CountDownLatch launched = new CountDownLatch(1);
    private final CountDownLatch ready = new CountDownLatch(1);
    private @Nullable Thread thread;

    EarlyStart(DaemonControl daemon) {
        this.daemon = daemon;
    }

    /** The head can be reached. Later calls do nothing. */
    void begin() {
        if (thread == null) {
            thread = Thread.ofVirtual().start(this::run);
        }
    }

    private void run() {
        try {
            daemon.bring();
            launched.await();
            daemon.startEarly();
            while (!ready.await(RENEWED.toMillis(), TimeUnit.MILLISECONDS)) {
                daemon.renewEarly();
            }
        } catch (ProblemException e) {
            // See the class comment.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Every machine asked for is there, or will not come: the daemon sees all that it is to set up. */
    void launched() {
        launched.countDown();
    }

    /** The head is ready: the daemon is given all of the work next. */
    void await() throws InterruptedException {
        ready.countDown();
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
