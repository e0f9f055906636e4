package io.manta.core.plan;

import io.manta.spi.model.ProviderSettings;
import java.time.Duration;

/**
 * Switches of the planner, with defaults a user need not know.
 *
 * @param consolidate replace half-empty nodes by fewer or cheaper ones
 * @param replaceOutdated replace workers whose launch hash no longer matches, in a rolling way
 * @param maxSetupAttempts how often one node's set-up is tried
 * @param maxTerminateShare share of healthy workers that one round may end for reasons other than idleness or the user
 * @param drainDeadline how long a draining node may take before it is ended all the same
 * @param bootDeadline how long a machine may take to become reachable and set up
 */
public record PlannerSettings(
        boolean consolidate,
        boolean replaceOutdated,
        int maxSetupAttempts,
        double maxTerminateShare,
        Duration drainDeadline,
        Duration bootDeadline) {
    public static final PlannerSettings DEFAULT =
            new PlannerSettings(false, true, 3, 0.5, Duration.ofMinutes(5), Duration.ofMinutes(30));

    /** The defaults, as far as the keys under {@code provider:} do not change them. */
    public static PlannerSettings of(ProviderSettings provider) {
        return new PlannerSettings(
                provider.flag("consolidate", DEFAULT.consolidate),
                !provider.flag("disable_launch_config_check", !DEFAULT.replaceOutdated),
                DEFAULT.maxSetupAttempts,
                DEFAULT.maxTerminateShare,
                DEFAULT.drainDeadline,
                DEFAULT.bootDeadline);
    }
}
