package io.manta.provider.kubernetes.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks into manifests, which are maps and lists as they were written; what is absent or of another form is simply not there. */
public final class Manifest {
    private Manifest() {}

    /** A map with its keys in this order, for people who read it: key, value, key, value. */
    public static Map<String, Object> of(Object... pairs) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i + 1 < pairs.length; i += 2) {
            map.put(String.valueOf(pairs[i]), pairs[i + 1]);
        }
        return map;
    }

    public static Optional<Object> at(Object tree, String... path) {
        Object here = tree;
        for (String key : path) {
            here = here instanceof Map<?, ?> map ? map.get(key) : null;
            if (here == null) {
                return Optional.empty();
            }
        }
        return Optional.of(here);
    }

    public static Optional<String> text(Object tree, String... path) {
        return at(tree, path).map(Object::toString);
    }

    public static int number(Object tree, String... path) {
        return at(tree, path)
                .filter(Number.class::isInstance)
                .map(value -> ((Number) value).intValue())
                .orElse(0);
    }

    /** The maps in a list. */
    public static List<Map<?, ?>> maps(Object tree, String... path) {
        var found = new ArrayList<Map<?, ?>>();
        if (at(tree, path).orElse(List.of()) instanceof List<?> list) {
            for (Object item : list) {
                if (item instanceof Map<?, ?> map) {
                    found.add(map);
                }
            }
        }
        return found;
    }

    /** A map of texts, such as labels. */
    public static Map<String, String> texts(Object tree, String... path) {
        var found = new LinkedHashMap<String, String>();
        if (at(tree, path).orElse(Map.of()) instanceof Map<?, ?> map) {
            map.forEach((key, value) -> found.put(String.valueOf(key), String.valueOf(value)));
        }
        return found;
    }

    public static String name(Object manifest) {
        return text(manifest, "metadata", "name").orElse("");
    }

    /** A copy that may be changed, all the way down; an empty one of what is no map. */
    public static Map<String, Object> copy(@Nullable Object tree) {
        var copy = new LinkedHashMap<String, Object>();
        if (tree instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                if (value != null) {
                    copy.put(String.valueOf(key), copied(value));
                }
            });
        }
        return copy;
    }

    private static Object copied(Object value) {
        if (value instanceof Map<?, ?>) {
            return copy(value);
        }
        if (value instanceof List<?> list) {
            var items = new ArrayList<Object>();
            list.forEach(item -> items.add(item == null ? "" : copied(item)));
            return items;
        }
        return value;
    }

    /** The map under a key, made when it is not there. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> table(Map<String, Object> in, String key) {
        Object there = in.get(key);
        if (!(there instanceof Map<?, ?>)) {
            there = new LinkedHashMap<String, Object>();
            in.put(key, there);
        }
        return (Map<String, Object>) there;
    }

    /** The list under a key, made when it is not there. */
    @SuppressWarnings("unchecked")
    public static List<Object> items(Map<String, Object> in, String key) {
        Object there = in.get(key);
        if (!(there instanceof List<?>)) {
            there = new ArrayList<Object>();
            in.put(key, there);
        }
        return (List<Object>) there;
    }
}
