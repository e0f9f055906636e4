package io.manta.provider.simulated;

import io.manta.spi.model.Machine;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.RemoteException;

/** What becomes of a command on a simulated machine. */
@FunctionalInterface
public interface SimulatedCommands {
    /** Everything works, at once and without a word. */
    SimulatedCommands SUCCEED = (machine, command, output) -> new CommandResult(0);

    CommandResult run(Machine machine, Command command, OutputSink output) throws RemoteException, InterruptedException;
}
