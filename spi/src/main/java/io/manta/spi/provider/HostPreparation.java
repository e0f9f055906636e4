package io.manta.spi.provider;

import io.manta.spi.model.Machine;
import io.manta.spi.remote.Command;
import java.util.List;

/** Has something to do on a machine's host before anyone else. */
@FunctionalInterface
public interface HostPreparation {
    /**
     * What has to be done each time something is set up or started there, before anything else; doing it again changes nothing.
     * It is no part of what a node's fingerprint says.
     */
    List<Command> commands(Machine machine) throws ProviderException, InterruptedException;
}
