package io.manta.controller.history;

import io.manta.controller.status.StatusReport;
import io.manta.controller.status.StatusReport.NodeLine;
import io.manta.core.event.ClusterEvent;
import io.manta.core.event.EventLog;
import io.manta.spi.model.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tells when a node has had nothing to do for a while, and when it works again. Short pauses between tasks are not told. */
public final class Activity {
    private static final Duration WORTH_TELLING = Duration.ofSeconds(30);

    private final EventLog events;
    private final Set<String> idle = new HashSet<>();

    public Activity(EventLog events) {
        this.events = events;
    }

    public void look(StatusReport report) {
        var there = new HashSet<String>();
        for (NodeLine node : report.nodes()) {
            if (!node.state().equals("running")) {
                continue;
            }
            there.add(node.id());
            Duration quiet = Duration.ofSeconds(node.machine().idleSeconds());
            if (quiet.compareTo(WORTH_TELLING) >= 0 && idle.add(node.id())) {
                Instant since = report.at().minus(quiet);
                tell(
                        report.at(),
                        ClusterEvent.Type.NODE_IDLE,
                        node,
                        "has nothing to do",
                        Map.of("since", since.toString()));
            } else if (quiet.isZero() && idle.remove(node.id())) {
                tell(report.at(), ClusterEvent.Type.NODE_BUSY, node, "works again", Map.of());
            }
        }
        idle.retainAll(there);
    }

    private void tell(Instant at, ClusterEvent.Type type, NodeLine node, String message, Map<String, String> details) {
        events.append(new ClusterEvent(
                at, type, Optional.of(new NodeId(node.id())), Optional.of(node.type()), message, details));
    }
}
