package io.manta.core.port;

import io.manta.core.model.Problem;
import io.manta.core.model.ProblemException;

/** Ray's GCS did not answer, or refused. */
public class RayException extends ProblemException {
    private static final long serialVersionUID = 1L;

    public RayException(Problem problem, Throwable cause) {
        super(problem, cause);
    }
}
