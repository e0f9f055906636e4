package io.manta.provider.simulated;

import io.manta.spi.model.Machine;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.PortForward;
import io.manta.spi.remote.RemoteException;
import java.util.List;

/** Commands on a machine that only exists in memory; files go nowhere. */
final class SimulatedCommandRunner implements CommandRunner {
    private final Machine machine;
    private final SimulatedCommands commands;

    SimulatedCommandRunner(Machine machine, SimulatedCommands commands) {
        this.machine = machine;
        this.commands = commands;
    }

    @Override
    public CommandResult run(Command command, OutputSink output) throws RemoteException, InterruptedException {
        return commands.run(machine, command, output);
    }

    @Override
    public CommandResult interactive(Command command, List<PortForward> forwards)
            throws RemoteException, InterruptedException {
        return commands.run(machine, command, OutputSink.NOWHERE);
    }

    @Override
    public void upload(FileTransfer transfer, OutputSink output) {
        output.line(transfer.remote());
    }

    @Override
    public void download(FileTransfer transfer, OutputSink output) {
        output.line(transfer.local());
    }

    @Override
    public String shellHint() {
        return "";
    }
}
