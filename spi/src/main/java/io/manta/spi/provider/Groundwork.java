package io.manta.spi.provider;

import io.manta.spi.model.ClusterConfig;

/** Remembers what was prepared. */
@FunctionalInterface
public interface Groundwork {
    /** Whether what {@link NodeProvider#prepare} makes is there for this configuration, as far as this machine knows; asks nobody. */
    boolean isPrepared(ClusterConfig config);
}
