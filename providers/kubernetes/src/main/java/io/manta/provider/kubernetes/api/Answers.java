package io.manta.provider.kubernetes.api;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.Map;

/** Reads what the API sends. */
final class Answers {
    private Answers() {}

    static Map<String, Object> map(String body) throws IOException {
        return JSON.std.mapFrom(body);
    }

    /** A {@code Status} when it is one; gateways on the way answer in plain text. */
    static ApiException refused(int status, String body) {
        try {
            return status(status, JSON.std.mapFrom(body));
        } catch (IOException e) {
            String text = body.strip();
            return new ApiException(status, "", text.isEmpty() ? "HTTP " + status : text);
        }
    }

    static ApiException status(int otherwise, Map<?, ?> status) {
        int code = status.get("code") instanceof Number number ? number.intValue() : otherwise;
        return new ApiException(
                code,
                String.valueOf(status.containsKey("reason") ? status.get("reason") : ""),
                String.valueOf(status.containsKey("message") ? status.get("message") : "HTTP " + code));
    }
}
