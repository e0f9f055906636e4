package io.manta.controller.daemon;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.ProblemException;
import java.util.Optional;

/** The configuration on disk, which {@code up} may replace while the daemon runs. */
public interface ConfigSource {
    /** The new configuration when it has changed since the last call; the first call always has one. */
    Optional<ClusterConfig> poll() throws ProblemException;
}
