package io.manta.cli.verb;

import io.manta.cli.terminal.Paint;
import io.manta.core.port.ClusterEvent;
import java.util.Optional;

/** Events as lines for people. */
final class EventText {
    private EventText() {}

    /** Nothing for events that would only be noise to someone who waits. */
    static Optional<String> line(ClusterEvent event, Paint paint) {
        String node = event.node().map(id -> id.value() + "  ").orElse("");
        String message = event.message();
        return switch (event.type()) {
            case STEP_STARTED, UP_STARTED, DOWN_STARTED, RAY_REACHABLE -> Optional.empty();
            case STEP_FINISHED ->
                Optional.of(
                        event.details().containsKey("skipped")
                                ? paint.dim(node + message)
                                : node + message + took(event.details().get("took_ms")));
            case NODE_REQUESTED -> Optional.of(node + "asked for: " + message);
            case NODE_TERMINATING -> Optional.of(node + "ending: " + message);
            case DRAIN_STARTED -> Optional.of(node + "draining: " + message);
            case SETUP_FAILED -> {
                String lines = event.details().getOrDefault("last_lines", "");
                String tail = lines.isEmpty() ? "" : "\n    " + lines.replace("\n", "\n    ");
                yield Optional.of(paint.bad(node + "set-up failed: " + message) + tail);
            }
            case LAUNCH_FAILED, NODE_LOST, TYPE_PAUSED, PROBLEM, DEMAND_UNMET, RAY_UNREACHABLE ->
                Optional.of(paint.doubtful(node + message));
            case NODE_LAUNCHED,
                    NODE_JOINED,
                    NODE_GONE,
                    NODE_KEPT,
                    DRAIN_REFUSED,
                    TYPE_RESUMED,
                    OFFER_RESTING,
                    CLUSTER_RESIZED,
                    DAEMON_STARTED,
                    CONFIG_CHANGED,
                    UP_FINISHED,
                    DOWN_FINISHED -> Optional.of(node + message);
        };
    }

    private static String took(@org.jspecify.annotations.Nullable String millis) {
        return millis == null ? "" : String.format(" (%.1f s)", Long.parseLong(millis) / 1000.0);
    }
}
