package io.manta.config.yaml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A list of values. */
public record Items(List<Value> values, Origin origin) implements Value {
    public Items {
        values = List.copyOf(values);
    }

    public static Items empty(Origin origin) {
        return new Items(List.of(), origin);
    }

    /** The texts among the items; anything else is skipped. */
    public List<String> texts() {
        return values.stream()
                .flatMap(v ->
                        v instanceof Scalar s && s.data() instanceof String text ? Stream.of(text) : Stream.empty())
                .toList();
    }

    /** The items of both, this one's first. */
    public Items plus(Items more) {
        var all = new ArrayList<>(values);
        all.addAll(more.values);
        return new Items(all, values.isEmpty() ? more.origin : origin);
    }

    @Override
    public List<@Nullable Object> plain() {
        var out = new ArrayList<@Nullable Object>(values.size());
        values.forEach(v -> out.add(v.plain()));
        return Collections.unmodifiableList(out);
    }

    @Override
    public List<Object> settings() {
        var out = new ArrayList<>(values.size());
        for (Value value : values) {
            Object item = value.settings();
            if (item != null) {
                out.add(item);
            }
        }
        return Collections.unmodifiableList(out);
    }

    @Override
    public Items from(Origin newOrigin) {
        return new Items(values, newOrigin);
    }

    @Override
    public String kind() {
        return values.isEmpty() ? "an empty list" : "a list";
    }
}
