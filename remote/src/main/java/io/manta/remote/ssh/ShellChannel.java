package io.manta.remote.ssh;

import io.manta.spi.remote.RemoteException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A way to run shell text on a host, such as by {@code ssh}. */
public interface ShellChannel {
    /**
     * Starts it there, in the home directory.
     *
     * @param input whether it reads what the caller writes; otherwise it has nothing to read
     * @param errors where its standard error is appended; nowhere when empty
     */
    Process start(String shellText, boolean input, Optional<Path> errors)
            throws IOException, RemoteException, InterruptedException;

    /** What the host is called in messages. */
    String name();

    /** Opens the way again when it was lost; a problem says why that cannot be. */
    void ensure() throws RemoteException, InterruptedException;

    /** Whether this exit code, without anything from the other side, means that the way was lost. */
    boolean isLost(int exitCode);

    RemoteException lost();

    /** For a channel that is a program on this machine. */
    static Process program(List<String> words, boolean input, Optional<Path> errors) throws IOException {
        var builder = new ProcessBuilder(words);
        builder.redirectInput(input ? ProcessBuilder.Redirect.PIPE : Processes.NOTHING);
        builder.redirectError(errors.map(Path::toFile)
                .map(ProcessBuilder.Redirect::appendTo)
                .orElse(ProcessBuilder.Redirect.DISCARD));
        return builder.start();
    }
}
