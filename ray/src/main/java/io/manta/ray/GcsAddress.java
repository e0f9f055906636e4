package io.manta.ray;

import io.manta.spi.model.Problem;
import io.manta.spi.ray.RayException;
import org.jspecify.annotations.Nullable;

/** Where a GCS listens. */
record GcsAddress(String host, int port) {
    /** Reads {@code host:port}; an IPv6 host is in brackets. */
    static GcsAddress parse(String text) throws RayException {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            throw malformed(text, null);
        }
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (host.isEmpty() || port < 1 || port > 65_535) {
                throw malformed(text, null);
            }
            return new GcsAddress(host, port);
        } catch (NumberFormatException e) {
            throw malformed(text, e);
        }
    }

    private static RayException malformed(String text, @Nullable Throwable cause) {
        return new RayException(
                Problem.error(
                        "RAY-ADDRESS",
                        "'" + text + "' is not the address of a Ray head",
                        "An address is a host and a port, such as 10.0.0.4:6379.",
                        "Check the --port of the head's 'ray start' command."),
                cause == null ? new IllegalArgumentException(text) : cause);
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
