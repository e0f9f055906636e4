package io.manta.provider.kubernetes.api;

/** The API refused, or did not answer. */
public final class ApiException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String reason;

    /**
     * @param status of HTTP; 0 when there was no answer
     * @param reason Kubernetes' own word, such as {@code AlreadyExists}; may be empty
     */
    public ApiException(int status, String reason, String message) {
        super(message);
        this.status = status;
        this.reason = reason;
    }

    static ApiException unanswered(Exception cause) {
        String said = cause.getMessage();
        var e = new ApiException(
                0, "", said == null || said.isBlank() ? cause.getClass().getSimpleName() : said);
        e.initCause(cause);
        return e;
    }

    public int status() {
        return status;
    }

    public String reason() {
        return reason;
    }

    public String said() {
        String message = getMessage();
        return message == null ? "" : message;
    }

    public boolean isMissing() {
        return status == 404;
    }

    public boolean isDenied() {
        return status == 403;
    }

    public boolean isConflict() {
        return status == 409;
    }

    /** A watch whose beginning the API no longer remembers. */
    public boolean isExpired() {
        return status == 410;
    }
}
