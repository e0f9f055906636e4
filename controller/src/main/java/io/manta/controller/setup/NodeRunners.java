package io.manta.controller.setup;

import io.manta.spi.model.Machine;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.remote.CommandRunner;

/** Opens the way to a machine's shell. */
@FunctionalInterface
public interface NodeRunners {
    CommandRunner open(Machine machine) throws ProviderException;
}
