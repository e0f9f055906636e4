package io.manta.spi.remote;

import java.util.List;

/** Runs commands and copies files on one node. Safe from several threads. */
public interface CommandRunner extends AutoCloseable {
    /** Runs without a terminal and without input; returns when it has ended. */
    CommandResult run(Command command, OutputSink output) throws RemoteException, InterruptedException;

    /**
     * As {@link #run}, with a file of this machine as the command's input. A runner that cannot pass input on sends the file
     * first.
     *
     * @param local an absolute path
     */
    default CommandResult feed(Command command, String local, OutputSink output)
            throws RemoteException, InterruptedException {
        String name = ".manta-input-" + local.substring(local.lastIndexOf('/') + 1);
        upload(FileTransfer.of(local, "~/" + name), output);
        // Open files outlive their names: nothing is left however the command ends.
        String opened = "exec <\"$HOME/" + name + "\" && rm -f \"$HOME/" + name + "\" || exit 1\n";
        return run(command.preceded(opened), output);
    }

    /** Runs with the caller's own terminal and input, forwarding ports meanwhile; returns its exit code. */
    CommandResult interactive(Command command, List<PortForward> forwards) throws RemoteException, InterruptedException;

    /** Copies to the node, changed files only, never deleting there. */
    void upload(FileTransfer transfer, OutputSink output) throws RemoteException, InterruptedException;

    /** Copies from the node. */
    void download(FileTransfer transfer, OutputSink output) throws RemoteException, InterruptedException;

    /** How a user would open a shell there by hand, to print; empty when there is no such command. */
    String shellHint();

    @Override
    default void close() {}
}
