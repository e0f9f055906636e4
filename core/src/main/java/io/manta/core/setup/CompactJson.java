package io.manta.core.setup;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The little JSON that goes into environment variables: one flat object, keys sorted. */
final class CompactJson {
    private CompactJson() {}

    static String object(Map<String, ?> map) {
        return new TreeMap<String, Object>(map)
                .entrySet().stream()
                        .map(e -> text(e.getKey()) + ":" + value(e.getValue()))
                        .collect(Collectors.joining(",", "{", "}"));
    }

    private static String value(Object value) {
        return value instanceof Number ? value.toString() : text(value.toString());
    }

    private static String text(String raw) {
        var out = new StringBuilder("\"");
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20 || c > 0x7e) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
