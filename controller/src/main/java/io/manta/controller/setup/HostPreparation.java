package io.manta.controller.setup;

import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.RemoteException;

/** What is done on a node's host as soon as commands can be run there, before the files and commands of the configuration. */
@FunctionalInterface
public interface HostPreparation {
    HostPreparation NONE = (host, output) -> {};

    void prepare(CommandRunner host, OutputSink output) throws RemoteException, InterruptedException;
}
