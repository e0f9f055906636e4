package io.manta.provider.simulated;

import io.manta.core.model.Machine;
import io.manta.core.port.Command;
import io.manta.core.port.CommandResult;
import io.manta.core.port.OutputSink;
import io.manta.core.port.RemoteException;

/** What becomes of a command on a simulated machine. */
@FunctionalInterface
public interface SimulatedCommands {
    /** Everything works, at once and without a word. */
    SimulatedCommands SUCCEED = (machine, command, output) -> new CommandResult(0);

    CommandResult run(Machine machine, Command command, OutputSink output) throws RemoteException, InterruptedException;
}
