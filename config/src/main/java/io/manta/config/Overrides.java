package io.manta.config;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the command line changes in a cluster file.
 *
 * @param clusterName {@code --cluster-name}
 * @param minWorkers {@code --min-workers}
 * @param maxWorkers {@code --max-workers}
 * @param checkFiles whether key files and mounted files must exist here; not so on the head, whose copy names the user's files
 * @param loginShells false after {@code --use-normal-shells}
 * @param usageStats false after {@code --disable-usage-stats}
 */
public record Overrides(
        Optional<String> clusterName,
        OptionalInt minWorkers,
        OptionalInt maxWorkers,
        boolean checkFiles,
        boolean loginShells,
        boolean usageStats) {
    public static final Overrides NONE =
            new Overrides(Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), true);

    public Overrides(Optional<String> clusterName, OptionalInt minWorkers, OptionalInt maxWorkers, boolean checkFiles) {
        this(clusterName, minWorkers, maxWorkers, checkFiles, true, true);
    }

    public Overrides withClusterName(String name) {
        return new Overrides(Optional.of(name), minWorkers, maxWorkers, checkFiles, loginShells, usageStats);
    }

    public Overrides withMinWorkers(int count) {
        return new Overrides(clusterName, OptionalInt.of(count), maxWorkers, checkFiles, loginShells, usageStats);
    }

    public Overrides withMaxWorkers(int count) {
        return new Overrides(clusterName, minWorkers, OptionalInt.of(count), checkFiles, loginShells, usageStats);
    }

    public Overrides withFileChecks(boolean wanted) {
        return new Overrides(clusterName, minWorkers, maxWorkers, wanted, loginShells, usageStats);
    }

    public Overrides withoutFileChecks() {
        return withFileChecks(false);
    }

    public Overrides withShells(boolean login) {
        return new Overrides(clusterName, minWorkers, maxWorkers, checkFiles, login, usageStats);
    }

    public Overrides withUsageStats(boolean allowed) {
        return new Overrides(clusterName, minWorkers, maxWorkers, checkFiles, loginShells, allowed);
    }
}
