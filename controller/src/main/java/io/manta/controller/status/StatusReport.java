package io.manta.controller.status;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A cluster at one moment, as the daemon saw it.
 *
 * @param at when it was written; an old one means that no daemon runs
 * @param phase in one word: {@code starting}, {@code running}, {@code stopping}
 * @param daemonPid who wrote it
 * @param headAddress of Ray's GCS, host:port; empty until known
 * @param dashboardUrl of Ray's dashboard as reachable from the head; empty when there is none
 * @param usage per resource, as Ray reports it
 * @param demands what waits, in Ray's wording such as {@code {'CPU': 1.0}: 5+ pending tasks/actors}
 */
public record StatusReport(
        String cluster,
        String provider,
        Instant at,
        String phase,
        long daemonPid,
        String headAddress,
        String dashboardUrl,
        boolean rayReachable,
        List<NodeLine> nodes,
        Map<String, Usage> usage,
        List<String> demands,
        List<UnmetLine> unmet,
        List<FailureLine> failures,
        List<PausedLine> paused) {

    /**
     * @param state one of the names of {@link io.manta.core.model.NodeState}, lower case
     * @param step where set-up is, such as {@code [6/7] setup commands}; empty otherwise
     * @param detail what it waits for, or why it failed, or why it is kept
     */
    public record NodeLine(
            String id,
            String role,
            String type,
            String state,
            Instant since,
            Instant createdAt,
            String address,
            String step,
            String detail,
            Optional<FailureLine> failure) {}

    /** How much of one resource is in use. */
    public record Usage(double used, double total) {}

    /** Demand nobody serves, and why. */
    public record UnmetLine(String what, String reason) {}

    /**
     * A set-up or launch that went wrong.
     *
     * @param step such as {@code [6/7] Running setup commands}; empty for a launch
     * @param command the one that failed; empty for a launch
     * @param exitCode -1 when there was none
     * @param lastLines of its output
     * @param log the file with all of it; empty when there is none
     */
    public record FailureLine(
            Instant at,
            String node,
            String nodeType,
            String what,
            String step,
            String command,
            int exitCode,
            List<String> lastLines,
            String log) {}

    /** A node type that rests after repeated failures. */
    public record PausedLine(String nodeType, Instant until, String reason) {}
}
