package io.manta.spi.provider;

import io.manta.spi.remote.RemoteException;
import java.util.List;

/** A provider's own way to start programs on one machine; runners elsewhere make commands, copies and forwarded ports of it. */
public interface NodeLink {
    /** What a program there is joined to. */
    enum Streams {
        /** Three pipes, as for a child process here. */
        PIPES,
        /** A terminal there; its output, errors included, comes as standard output. */
        TERMINAL
    }

    /**
     * Starts a program there. Its exit code is {@value #LOST} when the way was lost before the program ended; ending the process
     * from here only ends the way.
     */
    Process start(List<String> words, Streams streams) throws RemoteException, InterruptedException;

    /** Tells the terminal of a process started by this link its size. */
    void resize(Process process, int columns, int rows);

    /** What the machine is called in messages. */
    String name();

    /** How a user would open a shell there by hand, to print. */
    String shellHint();

    int LOST = 255;
}
