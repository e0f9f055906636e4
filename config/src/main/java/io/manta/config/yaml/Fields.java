package io.manta.config.yaml;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A mapping from names to values, in the order of the text.
 *
 * <p>The typed accessors answer empty when the key is absent or holds another kind of value: whoever checks the shape has
 * reported that already.
 */
public record Fields(Map<String, Field> fields, Origin origin) implements Value {
    /** A value under a key, and where the key stands. */
    public record Field(Value value, Origin keyOrigin) {}

    public Fields {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    public static Fields empty(Origin origin) {
        return new Fields(Map.of(), origin);
    }

    public boolean isEmpty() {
        return fields.isEmpty();
    }

    public boolean has(String key) {
        return fields.containsKey(key);
    }

    public Set<String> keys() {
        return fields.keySet();
    }

    public Optional<Value> get(String key) {
        return Optional.ofNullable(fields.get(key)).map(Field::value);
    }

    /** Where the key stands; the mapping's own place when the key is absent. */
    public Origin keyOrigin(String key) {
        Field field = fields.get(key);
        return field == null ? origin : field.keyOrigin();
    }

    public Optional<Fields> table(String key) {
        return get(key).filter(Fields.class::isInstance).map(Fields.class::cast);
    }

    public Optional<Items> items(String key) {
        return get(key).filter(Items.class::isInstance).map(Items.class::cast);
    }

    public List<String> texts(String key) {
        return items(key).map(Items::texts).orElse(List.of());
    }

    /** A text that is not empty: an empty one means "not set" throughout Ray's files. */
    public Optional<String> text(String key) {
        return data(key)
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .filter(s -> !s.isEmpty());
    }

    public OptionalLong whole(String key) {
        Object value = data(key).orElse(null);
        if (value instanceof Long number) {
            return OptionalLong.of(number);
        }
        if (value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1e15) {
            return OptionalLong.of(number.longValue());
        }
        return OptionalLong.empty();
    }

    public OptionalDouble number(String key) {
        return data(key)
                .filter(Number.class::isInstance)
                .map(n -> OptionalDouble.of(((Number) n).doubleValue()))
                .orElse(OptionalDouble.empty());
    }

    public Optional<Boolean> flag(String key) {
        return data(key).filter(Boolean.class::isInstance).map(Boolean.class::cast);
    }

    private Optional<Object> data(String key) {
        return get(key).filter(Scalar.class::isInstance).map(v -> ((Scalar) v).data());
    }

    /** A copy with the key set; a key that was there keeps its place. */
    public Fields with(String key, Value value) {
        var copy = new LinkedHashMap<>(fields);
        Field old = fields.get(key);
        copy.put(key, new Field(value, old == null ? value.origin() : old.keyOrigin()));
        return new Fields(copy, origin);
    }

    public Fields without(String key) {
        if (!has(key)) {
            return this;
        }
        var copy = new LinkedHashMap<>(fields);
        copy.remove(key);
        return new Fields(copy, origin);
    }

    /** Ray's merge of two levels: each key of {@code winner} replaces the same key here as a whole. */
    public Fields overlaidBy(Fields winner) {
        var copy = new LinkedHashMap<>(winner.fields);
        fields.forEach(copy::putIfAbsent);
        return new Fields(copy, winner.origin);
    }

    @Override
    public Map<String, @Nullable Object> plain() {
        var out = new LinkedHashMap<String, @Nullable Object>();
        fields.forEach((key, field) -> out.put(key, field.value().plain()));
        return Collections.unmodifiableMap(out);
    }

    @Override
    public Map<String, Object> settings() {
        var out = new LinkedHashMap<String, Object>();
        fields.forEach((key, field) -> {
            Object value = field.value().settings();
            if (value != null) {
                out.put(key, value);
            }
        });
        return Collections.unmodifiableMap(out);
    }

    @Override
    public Fields from(Origin newOrigin) {
        return new Fields(fields, newOrigin);
    }

    @Override
    public String kind() {
        return fields.isEmpty() ? "an empty mapping" : "a mapping";
    }
}
