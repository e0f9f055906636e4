package io.manta.spi.provider;

import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Machines that are stopped and started with their disks and inner addresses. What is stopped is not listed by its provider. Like
 * every call of a provider these may be cut off anywhere and made again, in any order: the intent is on the machines.
 */
public interface StoppedMachines {
    /**
     * One that is stopped, or on its way to or from it.
     *
     * @param monthly US dollars for what is kept meanwhile
     */
    record Stopped(Machine machine, OptionalDouble monthly) {}

    /** Begins to stop machines; those that cannot be stopped are ended instead and returned. */
    Set<MachineId> stop(Set<MachineId> ids) throws ProviderException, InterruptedException;

    List<Stopped> list() throws ProviderException, InterruptedException;

    /** Begins to start all that are stopped, once they have come to a stop; they are listed as machines that boot. */
    void start() throws ProviderException, InterruptedException;

    /** Begins to end all that are stopped. */
    void end() throws ProviderException, InterruptedException;
}
