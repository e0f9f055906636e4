package io.manta.spi.remote;

/** A runner whose node has a container that must run before commands can go into it. */
public interface ContainerRunner extends CommandRunner {
    /** Pulls, starts or re-creates the container as configured; does nothing when it already is as it should be. */
    void startContainer(OutputSink output) throws RemoteException, InterruptedException;

    /** The node's host itself, outside the container. */
    CommandRunner host();

    /** Shell text for the host that runs this in the container. */
    String onHost(Command command);
}
