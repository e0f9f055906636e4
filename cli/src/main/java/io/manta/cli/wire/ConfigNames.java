package io.manta.cli.wire;

import io.manta.config.ConfigLoader;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.spi.model.ProblemException;
import java.nio.file.Path;

/** What a cluster file calls its cluster. Apart, so that a cluster named by name loads nothing of the configuration. */
final class ConfigNames {
    private ConfigNames() {}

    /** Also of a file with mistakes elsewhere: looking at a cluster needs no more than its name. */
    static String clusterName(Path file) throws ProblemException {
        Loaded loaded = ConfigLoader.load(file, Overrides.NONE.withoutFileChecks());
        if (loaded.resolved().get("cluster_name") instanceof String name && !name.isBlank()) {
            return name;
        }
        throw new ProblemException(loaded.problems());
    }
}
