package io.manta.remote.ssh;

import io.manta.spi.model.Problem;
import io.manta.spi.remote.RemoteException;

/** Says why files could not be copied. */
final class CopyFailure {
    private CopyFailure() {}

    static RemoteException read(String printed, String host, String otherwise) {
        String line = printed.lines().filter(l -> !l.isBlank()).findFirst().orElse(otherwise);
        if (printed.contains("No space left on device")) {
            return certain("FILES-NO-SPACE", "the disk of " + host + " is full", line, "free some space there");
        }
        if (printed.contains("Permission denied")) {
            return certain(
                    "FILES-DENIED",
                    "files may not be written or read on " + host,
                    line,
                    "choose a path that the SSH user owns");
        }
        if (printed.contains("No such file or directory")) {
            return certain("FILES-MISSING", "there is nothing to copy on " + host, line, "correct the path");
        }
        return certain("FILES-FAILED", "files could not be copied with " + host, line, "");
    }

    private static RemoteException certain(String code, String what, String why, String fix) {
        return new RemoteException(Problem.error(code, what, why, fix), false);
    }
}
