package io.manta.config.tool;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.config.schema.ConfigSchema;
import io.manta.config.schema.Key;
import io.manta.config.schema.Providers;
import io.manta.config.schema.Shape;
import io.manta.config.schema.Shape.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The schema of cluster files as JSON Schema (draft 07), for editors. */
public final class JsonSchema {
    private JsonSchema() {}

    public static String text() {
        try {
            return JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(schema()) + "\n";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Map<String, Object> schema() {
        var out = new LinkedHashMap<String, Object>();
        out.put("$schema", "http://json-schema.org/draft-07/schema#");
        out.put("title", "Manta cluster file");
        out.put(
                "description",
                "A Ray cluster: who makes its machines, which kinds there are, and how they are set up.");
        out.putAll(shape(ConfigSchema.forProvider("")));
        @SuppressWarnings("unchecked")
        Map<String, Object> properties = (Map<String, Object>) out.get("properties");
        if (properties != null) {
            properties.put("provider", provider());
        }
        return out;
    }

    private static Map<String, Object> shape(Shape shape) {
        return switch (shape) {
            case Shape.Text t when t.choices().isEmpty() -> map("type", "string");
            case Shape.Text t -> map("type", "string", "enum", t.choices());
            case Shape.Whole w when w.min() == Long.MIN_VALUE -> map("type", "integer");
            case Shape.Whole w -> map("type", "integer", "minimum", w.min());
            case Shape.Amount a -> map("type", "number", "minimum", 0);
            case Shape.Truth t -> map("type", "boolean");
            case Shape.Anything a -> map();
            case Shape.ListOf l -> map("type", "array", "items", shape(l.item()));
            case Shape.MapOf m -> map("type", "object", "additionalProperties", shape(m.value()));
            case Shape.Either e ->
                map("anyOf", e.shapes().stream().map(JsonSchema::shape).toList());
            case Shape.OrNull o -> map("anyOf", List.of(shape(o.shape()), map("type", "null")));
            case Table t -> table(t);
        };
    }

    private static Map<String, Object> table(Table table) {
        var properties = new LinkedHashMap<String, Object>();
        table.keys().forEach(key -> properties.put(key.name(), key(key)));
        Map<String, Object> out = map("type", "object", "properties", properties);
        List<String> required = required(table);
        if (!required.isEmpty()) {
            out.put("required", required);
        }
        if (table.others() == Table.Others.REFUSED) {
            out.put("additionalProperties", false);
        }
        return out;
    }

    private static List<String> required(Table table) {
        return table.keys().stream().filter(Key::required).map(Key::name).toList();
    }

    private static Map<String, Object> key(Key key) {
        Map<String, Object> out = shape(key.shape());
        String text = switch (key.standing()) {
            case RAY -> key.description();
            case EXTENSION -> key.description() + " (Manta only.)";
            case LEGACY -> key.description();
            case IGNORED -> "No effect. " + key.description();
            case INTERNAL -> key.description() + " (Written by programs.)";
        };
        out.put("description", key.byDefault().isEmpty() ? text : text + " Default: " + key.byDefault() + ".");
        if (key.standing() == Key.Standing.LEGACY) {
            out.put("deprecated", true);
        }
        return out;
    }

    /** All keys of all providers for completion; what each one needs by its type. */
    private static Map<String, Object> provider() {
        var properties = new LinkedHashMap<String, Object>();
        var cases = new ArrayList<Object>();
        for (String type : Providers.KNOWN) {
            Table table = ConfigSchema.provider(type);
            var own = new LinkedHashMap<String, Object>();
            table.keys().forEach(key -> {
                properties.putIfAbsent(key.name(), map("description", key.description()));
                own.put(key.name(), key(key));
            });
            own.put("type", map("const", type));
            cases.add(map(
                    "if", map("properties", map("type", map("const", type))),
                    "then", map("properties", own, "required", required(table))));
        }
        properties.put(
                "type", map("type", "string", "enum", Providers.KNOWN, "description", "Who makes the machines."));
        return map(
                "type",
                "object",
                "description",
                "Who makes the machines.",
                "required",
                List.of("type"),
                "properties",
                properties,
                "allOf",
                cases);
    }

    private static Map<String, Object> map(Object... pairs) {
        var out = new LinkedHashMap<String, Object>();
        for (int i = 0; i < pairs.length; i += 2) {
            out.put((String) pairs[i], pairs[i + 1]);
        }
        return out;
    }
}
