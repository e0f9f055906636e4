package io.manta.spi.provider;

import io.manta.spi.model.ClusterConfig;

/** Knows what machines of a node type have. */
@FunctionalInterface
public interface NodeTypeFacts {
    /**
     * Fills in what only the provider knows of node types; whatever the user wrote stays. May ask the provider, and remembers its
     * answer.
     */
    ClusterConfig complete(ClusterConfig config) throws ProviderException, InterruptedException;
}
