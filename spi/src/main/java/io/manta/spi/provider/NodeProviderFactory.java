package io.manta.spi.provider;

import io.manta.spi.model.ProblemException;

/**
 * Opens the provider of one {@code provider.type}. Making a factory does nothing; opening looks at the settings only.
 *
 * <p>A plug-in names its factory in {@code META-INF/services/io.manta.spi.provider.NodeProviderFactory} and is chosen by {@code
 * provider: {type: external, plugin: <type of the factory>}}.
 */
public interface NodeProviderFactory {
    /** The type it answers to in YAML. */
    String type();

    NodeProvider open(ProviderContext context) throws ProblemException;

    /** Whether heads can be other machines than the user's; {@link Traits#elsewhere} says whether one cluster's is. */
    default boolean isElsewhere() {
        return true;
    }
}
