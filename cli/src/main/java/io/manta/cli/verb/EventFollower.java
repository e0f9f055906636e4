package io.manta.cli.verb;

import io.manta.cli.terminal.Console;
import io.manta.cli.view.EventView;
import io.manta.controller.status.EventFile;
import io.manta.core.event.ClusterEvent;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Shows a cluster's events as they come, whoever writes them, until closed. */
final class EventFollower implements AutoCloseable {
    private static final long PERIOD_MILLIS = 50;

    private final EventFile events;
    private final Console console;
    private final AtomicBoolean done = new AtomicBoolean();
    private final Thread thread;
    private long offset;

    private EventFollower(EventFile events, Console console) throws IOException {
        this.events = events;
        this.console = console;
        this.offset = events.read(0).nextOffset();
        this.thread = Thread.ofVirtual().unstarted(this::follow);
    }

    static EventFollower start(EventFile events, Console console) throws IOException {
        var follower = new EventFollower(events, console);
        follower.thread.start();
        return follower;
    }

    private void follow() {
        try {
            while (!done.get()) {
                show();
                Thread.sleep(PERIOD_MILLIS);
            }
            show();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void show() {
        try {
            EventFile.Page page = events.read(offset);
            offset = page.nextOffset();
            for (ClusterEvent event : page.events()) {
                EventView.progress(event, console.messagePaint()).ifPresent(console::say);
            }
        } catch (IOException e) {
            // Shown with the next page.
        }
    }

    /** Shows what is left and ends. */
    @Override
    public void close() {
        done.set(true);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
