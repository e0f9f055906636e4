package io.manta.provider.gcp.api;

/** What came back: the answer, or a refusal that the caller expects. */
public record Reply(int status, Doc body) {
    public boolean isOk() {
        return status < 300;
    }

    public boolean isMissing() {
        return status == 404;
    }
}
