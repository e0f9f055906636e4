package io.manta.controller.status;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads fields of a JSON object; one that is missing or of another kind is empty, so that older files can be read. */
final class JsonFields {
    private final Map<String, Object> map;

    JsonFields(@Nullable Object json) {
        this.map = object(json);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(@Nullable Object value) {
        return value instanceof Map<?, ?> ? (Map<String, Object>) value : Map.of();
    }

    @Nullable
    Object get(String key) {
        return map.get(key);
    }

    String text(String key) {
        Object value = map.get(key);
        return value == null ? "" : value.toString();
    }

    double number(String key) {
        return map.get(key) instanceof Number n ? n.doubleValue() : 0;
    }

    OptionalDouble price(String key) {
        return map.get(key) instanceof Number n ? OptionalDouble.of(n.doubleValue()) : OptionalDouble.empty();
    }

    boolean flag(String key) {
        return Boolean.TRUE.equals(map.get(key));
    }

    Optional<Object> find(String key) {
        return Optional.ofNullable(map.get(key));
    }

    JsonFields fields(String key) {
        return new JsonFields(map.get(key));
    }

    List<String> strings(String key) {
        return map.get(key) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    <T> List<T> list(String key, Function<JsonFields, T> read) {
        var out = new ArrayList<T>();
        if (map.get(key) instanceof List<?> list) {
            list.forEach(item -> out.add(read.apply(new JsonFields(item))));
        }
        return List.copyOf(out);
    }

    <T> Map<String, T> table(String key, Function<@Nullable Object, T> read) {
        var out = new TreeMap<String, T>();
        object(map.get(key)).forEach((name, value) -> out.put(name, read.apply(value)));
        return out;
    }

    Map<String, Double> amounts(String key) {
        return table(key, value -> value instanceof Number n ? n.doubleValue() : 0.0);
    }
}
