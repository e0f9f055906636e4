package io.manta.controller.setup;

import io.manta.core.port.CommandRunner;
import io.manta.core.port.OutputSink;
import io.manta.core.port.RemoteException;

/** What is done on a node's host as soon as commands can be run there, before the files and commands of the configuration. */
@FunctionalInterface
public interface HostPreparation {
    HostPreparation NONE = (host, output) -> {};

    void prepare(CommandRunner host, OutputSink output) throws RemoteException, InterruptedException;
}
