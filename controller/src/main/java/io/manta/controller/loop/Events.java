package io.manta.controller.loop;

import io.manta.core.event.ClusterEvent;
import io.manta.core.event.EventLog;
import io.manta.core.model.Node;
import io.manta.spi.model.NodeId;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/** Short ways to say what happened. */
final class Events {
    private final EventLog log;
    private final Clock clock;

    Events(EventLog log, Clock clock) {
        this.log = log;
        this.clock = clock;
    }

    void say(ClusterEvent.Type type, String message) {
        say(type, message, Map.of());
    }

    void say(ClusterEvent.Type type, String message, Map<String, String> details) {
        log.append(new ClusterEvent(clock.instant(), type, Optional.empty(), Optional.empty(), message, details));
    }

    void say(ClusterEvent.Type type, Node node, String message, Map<String, String> details) {
        say(type, node.id(), node.type(), message, details);
    }

    void say(ClusterEvent.Type type, NodeId node, String nodeType, String message, Map<String, String> details) {
        log.append(new ClusterEvent(clock.instant(), type, Optional.of(node), Optional.of(nodeType), message, details));
    }

    void ofType(ClusterEvent.Type type, String nodeType, String message, Map<String, String> details) {
        log.append(new ClusterEvent(clock.instant(), type, Optional.empty(), Optional.of(nodeType), message, details));
    }
}
