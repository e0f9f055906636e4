package io.manta.remote.process;

import io.manta.spi.model.Problem;
import io.manta.spi.remote.RemoteException;
import java.io.IOException;
import java.nio.file.Path;

/** What can go wrong between us and a node on this machine; docs/problems/localhost.md lists the codes. */
final class ProcessProblems {
    private ProcessProblems() {}

    static RemoteException cannotRun(Path home, IOException cause) {
        return new RemoteException(
                Problem.error(
                        "LOCALHOST-CANNOT-RUN",
                        "cannot run commands in " + home,
                        String.valueOf(cause.getMessage()),
                        "check that bash and setsid are installed and the disk is not full"),
                false,
                cause);
    }

    static RemoteException missing(String source) {
        return new RemoteException(
                Problem.error("LOCALHOST-FILE-MISSING", "no such file or directory: " + source, "", "check the path"),
                false);
    }

    static RemoteException cannotCopy(String from, String to, IOException cause) {
        return new RemoteException(
                Problem.error(
                        "LOCALHOST-COPY-FAILED",
                        "cannot copy " + from + " to " + to,
                        cause.getClass().getSimpleName() + ": " + cause.getMessage(),
                        "check permissions and free space"),
                false,
                cause);
    }
}
