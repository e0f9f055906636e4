package io.manta.cli.verb;

import io.manta.controller.home.ClusterHome;
import io.manta.controller.status.EventFile;
import io.manta.core.event.ClusterEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Shows a cluster's events, and goes on as they come. */
final class EventTail {
    private static final long POLL_MILLIS = 200;

    private final ClusterHome home;
    private final EventFile file;
    private final Consumer<ClusterEvent> show;
    private long offset;

    EventTail(ClusterHome home, Consumer<ClusterEvent> show) {
        this.home = home;
        this.file = new EventFile(home.events());
        this.show = show;
    }

    void showLast(int count, Predicate<ClusterEvent> wanted) throws IOException {
        EventFile.Page page = file.read(0);
        offset = page.nextOffset();
        List<ClusterEvent> events = page.events().stream().filter(wanted).toList();
        events.subList(Math.max(0, events.size() - count), events.size()).forEach(show);
    }

    /** Returns when the cluster is down: its directory is gone. */
    void follow(Predicate<ClusterEvent> wanted) throws IOException, InterruptedException {
        while (Files.isDirectory(home.dir())) {
            EventFile.Page page = file.read(offset);
            offset = page.nextOffset();
            page.events().stream().filter(wanted).forEach(show);
            Thread.sleep(POLL_MILLIS);
        }
    }
}
