package io.manta.testkit;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.provider.NodeProvider;
import java.util.function.BooleanSupplier;

/** A world in which a process can be made to die at any of its calls. */
public interface MortalWorld extends ProviderWorld {
    /** @param isDead whether it has come to that call */
    record Doomed(NodeProvider provider, BooleanSupplier isDead) {}

    /**
     * Opens a provider as {@link #open} does, in a process that will die.
     *
     * @param at the number of its last call, from 1 on
     * @param done whether that call is still obeyed
     */
    Doomed doomed(ClusterConfig config, int at, boolean done) throws Exception;
}
