package io.manta.spi.ray;

import java.time.Instant;
import java.util.List;

/**
 * What we tell Ray about our own work.
 *
 * @param version grows with every report, also over restarts
 */
public record AutoscalerReport(
        long version,
        List<Pending> pending,
        List<Failed> failed,
        List<Demand.Request> infeasibleRequests,
        List<Demand.Gang> infeasibleGangs) {
    /** A node on its way; {@code details} is shown behind it. */
    public record Pending(String nodeType, String instanceId, String address, String details) {}

    /** A launch or set-up that failed. */
    public record Failed(String nodeType, int count, String reason, Instant startedAt, Instant failedAt) {}
}
