package io.manta.ui.metrics;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the maps that stand for JSON objects; what is missing is empty. */
final class Fields {
    private Fields() {}

    static String text(Map<String, Object> map, String key) {
        Object value = map.get(key);
        return value == null ? "" : value.toString();
    }

    static double number(@Nullable Object value) {
        return value instanceof Number n ? n.doubleValue() : 0;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(@Nullable Object value) {
        return value instanceof Map<?, ?> ? (Map<String, Object>) value : Map.of();
    }

    static List<Map<String, Object>> list(Map<String, Object> map, String key) {
        return map.get(key) instanceof List<?> list
                ? list.stream().map(Fields::object).toList()
                : List.of();
    }

    /** Adds {@code count} times what one request asks for. */
    static void add(Map<String, Double> sum, Map<String, Object> ask) {
        object(ask.get("resources"))
                .forEach((name, amount) -> sum.merge(name, number(amount) * number(ask.get("count")), Double::sum));
    }
}
