package io.manta.cli.view;

import io.manta.cli.terminal.Paint;
import io.manta.core.event.ClusterEvent;
import java.time.ZoneId;
import java.util.Optional;

/** One event as one line, and the output of what failed below it: which node, what and why. */
public final class EventView {
    private EventView() {}

    /** With the time of day, for those who look back. */
    public static String line(ClusterEvent event, ZoneId zone, Paint paint) {
        return paint.dim(Timestamps.time(event.at(), zone)) + " " + text(event, paint);
    }

    /** For someone who waits; nothing for events that would only be noise to them. */
    public static Optional<String> progress(ClusterEvent event, Paint paint) {
        return switch (event.type()) {
            case STEP_STARTED, UP_STARTED, DOWN_STARTED, RAY_REACHABLE, NODE_IDLE, NODE_BUSY -> Optional.empty();
            default -> Optional.of(text(event, paint));
        };
    }

    /** Whether it is a decision, its outcome or trouble, and not merely a step on the way. */
    public static boolean isDecision(ClusterEvent event) {
        return switch (event.type()) {
            case STEP_STARTED, STEP_PROGRESS, STEP_FINISHED, NODE_KEPT, NODE_IDLE, NODE_BUSY -> false;
            default -> true;
        };
    }

    private static String text(ClusterEvent event, Paint paint) {
        String message = who(event) + what(event);
        return switch (event.type()) {
            case SETUP_FAILED -> paint.bad(message) + lastLines(event);
            case LAUNCH_FAILED, NODE_LOST, PROBLEM -> paint.bad(message);
            case TYPE_PAUSED, OFFER_SKIPPED, DEMAND_UNMET, DRAIN_REFUSED, RAY_UNREACHABLE -> paint.doubtful(message);
            case NODE_JOINED, UP_FINISHED, RAY_REACHABLE, TYPE_RESUMED -> paint.good(message);
            case STEP_FINISHED -> event.details().containsKey("skipped") ? paint.dim(message) : message;
            default -> message;
        };
    }

    private static String who(ClusterEvent event) {
        return event.node().map(node -> node + "  ").orElse("");
    }

    private static String what(ClusterEvent event) {
        String took = event.details().get("took_ms");
        return switch (event.type()) {
            case NODE_REQUESTED -> "asked for: " + event.message();
            case NODE_TERMINATING -> "ending: " + event.message();
            case DRAIN_STARTED -> "draining: " + event.message();
            case SETUP_FAILED -> "set-up failed: " + event.message();
            case STEP_FINISHED ->
                took == null
                        ? event.message()
                        : event.message() + " (" + Numbers.fixed(Double.parseDouble(took) / 1000, 1) + " s)";
            default -> event.message();
        };
    }

    private static String lastLines(ClusterEvent event) {
        String lines = event.details().getOrDefault("last_lines", "");
        return lines.isEmpty() ? "" : "\n    " + lines.replace("\n", "\n    ");
    }
}
