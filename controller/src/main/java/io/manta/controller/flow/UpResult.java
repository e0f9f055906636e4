package io.manta.controller.flow;

import io.manta.controller.status.StatusReport;
import java.util.Optional;

/**
 * How {@code up} ended.
 *
 * @param changed whether anything was done at all
 * @param missingWorkers of the minimum, at the end
 * @param status the last report, when the daemon has written one
 */
public record UpResult(boolean changed, int missingWorkers, Optional<StatusReport> status) {}
