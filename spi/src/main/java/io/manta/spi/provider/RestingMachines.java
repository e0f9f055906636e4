package io.manta.spi.provider;

import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Machines that are put to rest and woken with their disks and inner addresses. What rests is not listed by its provider. Like
 * every call of a provider these may be cut off anywhere and made again, in any order: the intent is on the machines.
 */
public interface RestingMachines {
    /**
     * One that rests, or is on its way to or from it.
     *
     * @param monthly US dollars for what is kept meanwhile
     */
    record Sleeper(Machine machine, OptionalDouble monthly) {}

    /** Begins to put machines to rest; those that cannot rest are ended instead and returned. */
    Set<MachineId> rest(Set<MachineId> ids) throws ProviderException, InterruptedException;

    List<Sleeper> list() throws ProviderException, InterruptedException;

    /** Begins to wake all that rest, once they have come to rest; they are listed as machines that boot. */
    void wake() throws ProviderException, InterruptedException;

    /** Begins to end all that rest. */
    void end() throws ProviderException, InterruptedException;
}
