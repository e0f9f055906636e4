package io.manta.controller.flow;

import io.manta.core.setup.RestartMode;
import java.time.Duration;

/**
 * How {@code up} should go about it.
 *
 * @param waitForWorkers follow until the required workers have joined
 * @param waitLimit how long at most
 */
public record UpOptions(RestartMode restart, boolean waitForWorkers, Duration waitLimit) {
    public static final UpOptions DEFAULT = new UpOptions(RestartMode.WHEN_CHANGED, true, Duration.ofMinutes(30));
}
