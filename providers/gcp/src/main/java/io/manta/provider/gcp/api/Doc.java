package io.manta.provider.gcp.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One JSON object, read without caring what is missing. */
public record Doc(Map<String, Object> map) {
    public static final Doc EMPTY = new Doc(Map.of());

    /** A copy with text keys; empty when it is no object. */
    public static Doc of(@Nullable Object value) {
        var out = new LinkedHashMap<String, Object>();
        if (value instanceof Map<?, ?> entries) {
            entries.forEach((key, entry) -> out.put(String.valueOf(key), entry));
        }
        return new Doc(out);
    }

    public boolean has(String key) {
        return map.get(key) != null;
    }

    public boolean isEmpty() {
        return map.isEmpty();
    }

    public String text(String key) {
        @Nullable Object value = map.get(key);
        return value == null ? "" : value.toString();
    }

    /** The part behind the last slash: Google names things by URLs. */
    public String name(String key) {
        return lastPart(text(key));
    }

    public static String lastPart(String url) {
        return url.substring(url.lastIndexOf('/') + 1);
    }

    public boolean flag(String key) {
        return "true".equalsIgnoreCase(text(key));
    }

    public double number(String key) {
        return map.get(key) instanceof Number number ? number.doubleValue() : 0;
    }

    public Doc doc(String key) {
        return of(map.get(key));
    }

    public List<Doc> docs(String key) {
        var out = new ArrayList<Doc>();
        if (map.get(key) instanceof List<?> items) {
            items.forEach(item -> out.add(of(item)));
        }
        return out;
    }

    public Map<String, String> texts(String key) {
        var out = new LinkedHashMap<String, String>();
        doc(key).map().forEach((name, value) -> out.put(name, String.valueOf(value)));
        return out;
    }

    public List<String> words(String key) {
        return words(map.get(key));
    }

    /** One text with commas, or a list of texts. */
    public static List<String> words(@Nullable Object value) {
        Stream<?> parts = value instanceof List<?> list
                ? list.stream()
                : value == null ? Stream.of() : Stream.of(value.toString().split(",", -1));
        return parts.map(part -> String.valueOf(part).strip())
                .filter(part -> !part.isEmpty())
                .toList();
    }
}
