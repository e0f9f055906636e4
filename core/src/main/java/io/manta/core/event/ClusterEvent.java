package io.manta.core.event;

import io.manta.spi.model.NodeId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One thing that happened, with its reason: a line of the event log that terminal, status and tests read.
 *
 * @param message a full sentence for people
 * @param details the same as data, keys in lower_snake_case
 */
public record ClusterEvent(
        Instant at,
        Type type,
        Optional<NodeId> node,
        Optional<String> nodeType,
        String message,
        Map<String, String> details) {
    /** Stable names; new ones may be added. */
    public enum Type {
        UP_STARTED,
        UP_FINISHED,
        DOWN_STARTED,
        DOWN_FINISHED,
        STOP_STARTED,
        STOP_FINISHED,
        START_STARTED,
        DAEMON_STARTED,
        CONFIG_CHANGED,
        NODE_REQUESTED,
        NODE_LAUNCHED,
        LAUNCH_FAILED,
        STEP_STARTED,
        STEP_PROGRESS,
        STEP_FINISHED,
        SETUP_FAILED,
        FILES_SYNCED,
        NODE_JOINED,
        NODE_LOST,
        NODE_KEPT,
        NODE_IDLE,
        NODE_BUSY,
        DRAIN_STARTED,
        DRAIN_REFUSED,
        NODE_TERMINATING,
        NODE_GONE,
        TYPE_PAUSED,
        TYPE_RESUMED,
        OFFER_SKIPPED,
        DEMAND_UNMET,
        CLUSTER_RESIZED,
        RAY_UNREACHABLE,
        RAY_REACHABLE,
        PROBLEM
    }

    public ClusterEvent {
        details = Map.copyOf(details);
    }
}
