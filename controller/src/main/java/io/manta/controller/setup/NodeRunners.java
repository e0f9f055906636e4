package io.manta.controller.setup;

import io.manta.core.model.Machine;
import io.manta.core.port.CommandRunner;
import io.manta.core.port.ProviderException;

/** Opens the way to a machine's shell. */
@FunctionalInterface
public interface NodeRunners {
    CommandRunner open(Machine machine) throws ProviderException;
}
