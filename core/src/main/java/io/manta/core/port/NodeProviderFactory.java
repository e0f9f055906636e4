package io.manta.core.port;

import io.manta.core.model.ProblemException;

/** Opens the provider of one {@code provider.type}. Making a factory does nothing; opening looks at the settings only. */
public interface NodeProviderFactory {
    /** The type it answers to in YAML. */
    String type();

    NodeProvider open(ProviderContext context) throws ProblemException;

    /** Whether heads are other machines than the user's, so that the daemon has to be brought there. */
    default boolean isElsewhere() {
        return true;
    }
}
