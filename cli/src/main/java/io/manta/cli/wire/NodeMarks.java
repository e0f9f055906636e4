package io.manta.cli.wire;

import io.manta.remote.ssh.Reconnecting;
import io.manta.spi.model.NodeId;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.PortForward;
import io.manta.spi.remote.RemoteException;
import java.util.HashMap;
import java.util.List;

/** Marks every process that a node's commands start on its host, so that ending the node finds them all. */
record NodeMarks(CommandRunner host, NodeId node) implements CommandRunner, Reconnecting {
    private static final String MARK = "MANTA_NODE";

    @Override
    public CommandResult run(Command command, OutputSink output) throws RemoteException, InterruptedException {
        return host.run(marked(command), output);
    }

    @Override
    public CommandResult feed(Command command, String local, OutputSink output)
            throws RemoteException, InterruptedException {
        return host.feed(marked(command), local, output);
    }

    @Override
    public CommandResult interactive(Command command, List<PortForward> forwards)
            throws RemoteException, InterruptedException {
        return host.interactive(marked(command), forwards);
    }

    @Override
    public void upload(FileTransfer transfer, OutputSink output) throws RemoteException, InterruptedException {
        host.upload(transfer, output);
    }

    @Override
    public void download(FileTransfer transfer, OutputSink output) throws RemoteException, InterruptedException {
        host.download(transfer, output);
    }

    @Override
    public String shellHint() {
        return host.shellHint();
    }

    @Override
    public void reconnect() {
        if (host instanceof Reconnecting connection) {
            connection.reconnect();
        }
    }

    @Override
    public void close() {
        host.close();
    }

    private Command marked(Command command) {
        var environment = new HashMap<>(command.environment());
        environment.put(MARK, node.value());
        return command.withEnvironment(environment);
    }
}
