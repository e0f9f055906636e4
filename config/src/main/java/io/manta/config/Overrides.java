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
 */
public record Overrides(
        Optional<String> clusterName, OptionalInt minWorkers, OptionalInt maxWorkers, boolean checkFiles) {
    public static final Overrides NONE =
            new Overrides(Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), true);

    public Overrides withClusterName(String name) {
        return new Overrides(Optional.of(name), minWorkers, maxWorkers, checkFiles);
    }

    public Overrides withMinWorkers(int count) {
        return new Overrides(clusterName, OptionalInt.of(count), maxWorkers, checkFiles);
    }

    public Overrides withMaxWorkers(int count) {
        return new Overrides(clusterName, minWorkers, OptionalInt.of(count), checkFiles);
    }

    public Overrides withoutFileChecks() {
        return new Overrides(clusterName, minWorkers, maxWorkers, false);
    }
}
