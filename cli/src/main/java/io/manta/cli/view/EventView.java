package io.manta.cli.view;

import io.manta.cli.terminal.Paint;
import io.manta.core.port.ClusterEvent;
import java.time.ZoneId;

/** One event as one line: when, which node, what and why. */
public final class EventView {
    private EventView() {}

    public static String line(ClusterEvent event, ZoneId zone, Paint paint) {
        String who = event.node()
                .map(node -> node + " ")
                .or(() -> event.nodeType().map(type -> type + " "))
                .orElse("");
        return paint.dim(Timestamps.time(event.at(), zone)) + " " + paint.hint(who) + coloured(event, paint);
    }

    /** Whether it is a decision, its outcome or trouble, and not merely a step on the way. */
    public static boolean isDecision(ClusterEvent event) {
        return switch (event.type()) {
            case STEP_STARTED, STEP_FINISHED, NODE_KEPT -> false;
            default -> true;
        };
    }

    private static String coloured(ClusterEvent event, Paint paint) {
        String message = event.type() == ClusterEvent.Type.STEP_FINISHED ? finished(event) : event.message();
        return switch (event.type()) {
            case LAUNCH_FAILED, SETUP_FAILED, NODE_LOST, PROBLEM -> paint.bad(message);
            case TYPE_PAUSED, OFFER_RESTING, DEMAND_UNMET, DRAIN_REFUSED, RAY_UNREACHABLE -> paint.doubtful(message);
            case NODE_JOINED, UP_FINISHED, RAY_REACHABLE, TYPE_RESUMED -> paint.good(message);
            default -> message;
        };
    }

    private static String finished(ClusterEvent event) {
        String took = event.details().get("took_ms");
        return event.message()
                + (took == null
                        ? ": nothing to do"
                        : ": done in " + Numbers.fixed(Double.parseDouble(took) / 1000, 1) + "s");
    }
}
