package io.manta.provider.gcp.api;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One call.
 *
 * @param path behind the service's own beginning, such as {@code projects/p/zones}
 * @param query parameters; their values are not encoded yet
 */
public record Request(
        Service service, String verb, String path, Map<String, String> query, Optional<Map<String, Object>> body) {
    public static Request get(Service service, String path) {
        return new Request(service, "GET", path, Map.of(), Optional.empty());
    }

    public static Request post(Service service, String path) {
        return new Request(service, "POST", path, Map.of(), Optional.empty());
    }

    public static Request post(Service service, String path, Map<String, Object> body) {
        return new Request(service, "POST", path, Map.of(), Optional.of(body));
    }

    public static Request patch(Service service, String path, Map<String, Object> body) {
        return new Request(service, "PATCH", path, Map.of(), Optional.of(body));
    }

    public static Request delete(Service service, String path) {
        return new Request(service, "DELETE", path, Map.of(), Optional.empty());
    }

    /** With one more parameter; nothing changes when its value is empty. */
    public Request with(String name, String value) {
        if (value.isEmpty()) {
            return this;
        }
        var more = new TreeMap<>(query);
        more.put(name, value);
        return new Request(service, verb, path, more, body);
    }
}
