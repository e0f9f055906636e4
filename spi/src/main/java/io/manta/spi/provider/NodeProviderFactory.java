package io.manta.spi.provider;

import io.manta.spi.model.ClusterConfig;
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

    /** Whether heads are other machines than the user's, so that the daemon has to be brought there. */
    default boolean isElsewhere() {
        return true;
    }

    /** The same for one cluster, where it depends on its settings. */
    default boolean isElsewhere(ClusterConfig config) {
        return isElsewhere();
    }

    /** Whether its code needs no more of Java than the rest of Manta, so that heads elsewhere can do with a small runtime. */
    default boolean needsLittleJava() {
        return false;
    }
}
