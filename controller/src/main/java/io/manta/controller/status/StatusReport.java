package io.manta.controller.status;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

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
 * @param setting where the cluster is and what it may consist of
 * @param demand the same as {@code demands}, as data
 * @param skipped offers not tried for a while
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
        List<PausedLine> paused,
        Setting setting,
        DemandReport demand,
        List<SkippedLine> skipped,
        Cost cost) {

    /** A report without structure or prices, as a cluster without a daemon has it. */
    public StatusReport(
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
        this(
                cluster,
                provider,
                at,
                phase,
                daemonPid,
                headAddress,
                dashboardUrl,
                rayReachable,
                nodes,
                usage,
                demands,
                unmet,
                failures,
                paused,
                Setting.UNKNOWN,
                DemandReport.NONE,
                List.of(),
                Cost.UNKNOWN);
    }

    public StatusReport with(Cost known) {
        return new StatusReport(
                cluster,
                provider,
                at,
                phase,
                daemonPid,
                headAddress,
                dashboardUrl,
                rayReachable,
                nodes,
                usage,
                demands,
                unmet,
                failures,
                paused,
                setting,
                demand,
                skipped,
                known);
    }

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
            Optional<FailureLine> failure,
            MachineLine machine) {
        /** A node of whose machine nothing is known. */
        public NodeLine(
                String id,
                String role,
                String type,
                String state,
                Instant since,
                Instant createdAt,
                String address,
                String step,
                String detail,
                Optional<FailureLine> failure) {
            this(id, role, type, state, since, createdAt, address, step, detail, failure, MachineLine.UNKNOWN);
        }
    }

    /**
     * What a node runs on.
     *
     * @param id the provider's; empty while there is no machine
     * @param market {@code spot} or {@code on_demand}; empty when unknown
     * @param pricePerHour absent when unknown, which is not zero
     * @param idleSeconds how long Ray has given it nothing to do; 0 when busy
     * @param resources as Ray reports them
     */
    public record MachineLine(
            String id,
            String zone,
            String market,
            OptionalDouble pricePerHour,
            long idleSeconds,
            Map<String, Usage> resources) {
        public static final MachineLine UNKNOWN = new MachineLine("", "", "", OptionalDouble.empty(), 0, Map.of());
    }

    /**
     * Where a cluster is and what it may consist of.
     *
     * @param region empty where the provider has none
     * @param raySession Ray's name for this life of the head; empty until known
     */
    public record Setting(String region, String raySession, List<TypeLine> nodeTypes) {
        public static final Setting UNKNOWN = new Setting("", "", List.of());
    }

    /** A node type that may be launched. */
    public record TypeLine(
            String name, Map<String, Double> resources, int minWorkers, int maxWorkers, OptionalDouble pricePerHour) {}

    /**
     * What the cluster costs, estimated from list prices.
     *
     * @param charged whether the provider's machines cost money at all
     * @param perHour of the nodes whose price is known; absent when none is
     * @param unpricedNodes machines of unknown price
     * @param spent since {@code since}, machines of unknown price left out; absent when not counted
     */
    public record Cost(
            boolean charged, OptionalDouble perHour, int unpricedNodes, OptionalDouble spent, Optional<Instant> since) {
        public static final Cost UNKNOWN =
                new Cost(true, OptionalDouble.empty(), 0, OptionalDouble.empty(), Optional.empty());
    }

    /** How much of one resource is in use. */
    public record Usage(double used, double total) {}

    /**
     * Demand nobody serves, and why.
     *
     * @param kind {@code request}, {@code gang}, {@code floor} or {@code minimum}
     * @param permanent whether waiting cannot help under this configuration
     * @param resources all of it together
     */
    public record UnmetLine(
            String what, String reason, String kind, long count, boolean permanent, Map<String, Double> resources) {
        public UnmetLine(String what, String reason) {
            this(what, reason, "", 1, false, Map.of());
        }
    }

    /**
     * A way to get a node type that is not tried for a while.
     *
     * @param market {@code spot} or {@code on_demand}
     * @param variant such as another instance type; empty when there is none
     */
    public record SkippedLine(
            String nodeType, String zone, String market, String variant, Instant until, String reason) {}

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

    /** A node type that is paused after repeated failures. */
    public record PausedLine(String nodeType, Instant until, String reason) {}
}
