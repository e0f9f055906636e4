package io.manta.spi.remote;

import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;

/** A node could not be reached or a transfer failed; a command that merely exits non-zero is not this. */
public class RemoteException extends ProblemException {
    private static final long serialVersionUID = 1L;

    private final boolean mayPass;

    /**
     * @param mayPass whether trying again soon may help (refused, timed out), or the cause is certain (authentication, host
     *     key)
     */
    public RemoteException(Problem problem, boolean mayPass) {
        super(problem);
        this.mayPass = mayPass;
    }

    public RemoteException(Problem problem, boolean mayPass, Throwable cause) {
        super(problem, cause);
        this.mayPass = mayPass;
    }

    public boolean mayPass() {
        return mayPass;
    }
}
