package io.manta.ray;

import io.grpc.Status;
import io.manta.spi.model.Problem;

/** Turns how a call ended into something a user can act on. Pure. */
final class GcsProblems {
    private GcsProblems() {}

    /**
     * @param doing the call in words, such as {@code read the cluster's state}
     * @param address whom we asked
     * @param sentToken whether a token went along
     */
    static Problem of(Status status, String doing, String address, boolean sentToken) {
        String what = "cannot " + doing + ": ";
        String why = reason(status);
        return switch (status.getCode()) {
            case UNAVAILABLE ->
                Problem.error(
                        "RAY-UNREACHABLE",
                        what + "Ray's GCS at " + address + " does not answer",
                        why,
                        "Check that the head's Ray is running; it is asked again by itself.");
            case DEADLINE_EXCEEDED ->
                Problem.error(
                        "RAY-TIMEOUT",
                        what + "Ray's GCS at " + address + " took too long",
                        why,
                        "The head may be overloaded or unreachable; it is asked again by itself.");
            case UNAUTHENTICATED, PERMISSION_DENIED ->
                Problem.error(
                        "RAY-AUTH",
                        what + "Ray's GCS at " + address + " refused "
                                + (sentToken ? "our token" : "a call without a token"),
                        why,
                        sentToken
                                ? "The head was started with another token: give both the same RAY_AUTH_TOKEN_PATH."
                                : "The head asks for a token: set RAY_AUTH_TOKEN_PATH to the file it was started with.");
            case UNIMPLEMENTED ->
                Problem.error(
                        "RAY-VERSION",
                        what + "the Ray at " + address + " does not know this call",
                        why,
                        "Use a supported Ray version, see docs/compatibility.md.");
            case RESOURCE_EXHAUSTED ->
                Problem.error(
                        "RAY-TOO-MUCH",
                        what + "the answer of Ray's GCS at " + address + " is too large or it is overloaded",
                        why,
                        "It is asked again by itself; if this stays, look for a flood of different task shapes.");
            default ->
                Problem.error(
                        "RAY-REFUSED",
                        what + "Ray's GCS at " + address + " answered " + status.getCode(),
                        why,
                        "The head's gcs_server.out in Ray's session directory may say more.");
        };
    }

    private static String reason(Status status) {
        String description = status.getDescription();
        Throwable cause = status.getCause();
        if (cause != null && cause.getMessage() != null) {
            return description == null ? cause.getMessage() : description + ": " + cause.getMessage();
        }
        return description == null ? "" : description;
    }
}
