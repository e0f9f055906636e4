package io.manta.spi.provider;

import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;

/** A provider could not do what it was asked; the kind says what the caller should do about it. */
public class ProviderException extends ProblemException {
    private static final long serialVersionUID = 1L;

    /** What a failure means for the caller. */
    public enum Kind {
        /** This offer has no capacity now: skip it for a while, try the next. */
        NO_CAPACITY,
        /** An account limit is reached: skip the offer for longer, say so. */
        QUOTA,
        /** Not allowed: stop and say so. */
        DENIED,
        /** The request is wrong and will stay wrong: stop and say so. */
        INVALID,
        /** Too many calls: back off, try the same again. */
        THROTTLED,
        /** The provider did not answer: try the same again. */
        UNREACHABLE,
        /** None of these: try again a bounded number of times. */
        UNKNOWN
    }

    private final Kind kind;

    public ProviderException(Kind kind, Problem problem) {
        super(problem);
        this.kind = kind;
    }

    public ProviderException(Kind kind, Problem problem, Throwable cause) {
        super(problem, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
