package io.manta.spi.ray;

import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;

/** Ray's GCS did not answer, or refused. */
public class RayException extends ProblemException {
    private static final long serialVersionUID = 1L;

    public RayException(Problem problem, Throwable cause) {
        super(problem, cause);
    }
}
