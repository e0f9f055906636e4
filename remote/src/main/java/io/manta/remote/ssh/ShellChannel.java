package io.manta.remote.ssh;

import io.manta.core.port.RemoteException;
import java.util.List;

/** A way to run shell text on a host by a program on this machine, such as {@code ssh}. */
public interface ShellChannel {
    /** The words that run it there, in the home directory. */
    List<String> words(String shellText);

    /** What the host is called in messages. */
    String name();

    /** Opens the way again when it was lost; a problem says why that cannot be. */
    void ensure() throws RemoteException, InterruptedException;

    /** Whether this exit code, without anything from the other side, means that the way was lost. */
    boolean isLost(int exitCode);

    RemoteException lost();
}
