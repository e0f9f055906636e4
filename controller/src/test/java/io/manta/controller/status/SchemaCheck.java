package io.manta.controller.status;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** As much of JSON Schema as the documents in docs use; a keyword it does not know is an error, so that none is overlooked. */
final class SchemaCheck {
    private final Map<String, Object> root;
    private final List<String> problems = new ArrayList<>();

    private SchemaCheck(Map<String, Object> root) {
        this.root = root;
    }

    static List<String> problems(String schema, @Nullable Object value) throws IOException {
        var check = new SchemaCheck(JSON.std.mapFrom(Files.readString(Path.of("../docs", schema))));
        check.check(check.root, value, "$");
        return check.problems;
    }

    private void check(Map<String, Object> schema, @Nullable Object value, String at) {
        for (var rule : schema.entrySet()) {
            Object given = rule.getValue();
            switch (rule.getKey()) {
                case "$schema", "title", "description", "$defs", "additionalProperties" -> {}
                case "$ref" ->
                    check(object(object(root.get("$defs")).get(given.toString().substring(8))), value, at);
                case "type" -> expect(isOneOf(given, value), at, "is no " + given);
                case "const" -> expect(given.equals(value), at, "is not " + given);
                case "enum" ->
                    expect(value != null && ((List<?>) given).contains(value), at, value + " is none of " + given);
                case "format" -> expect(isInstant(value), at, "is no time: " + value);
                case "required" ->
                    ((List<?>) given).forEach(key -> expect(object(value).containsKey(key), at, "lacks " + key));
                case "properties" -> properties(schema, value, at);
                case "items" -> items(object(given), value, at);
                case "prefixItems" -> prefix((List<?>) given, value, at);
                case "anyOf" -> anyOf((List<?>) given, value, at);
                default -> expect(false, at, "has a rule that is not known here: " + rule.getKey());
            }
        }
        if (!schema.containsKey("properties") && schema.get("additionalProperties") instanceof Map<?, ?> all) {
            object(value).forEach((key, inner) -> check(object(all), inner, at + "." + key));
        }
    }

    private void properties(Map<String, Object> schema, @Nullable Object value, String at) {
        Map<String, Object> known = object(schema.get("properties"));
        object(value).forEach((key, inner) -> {
            expect(known.containsKey(key), at, "has a field that is not documented: " + key);
            check(object(known.get(key)), inner, at + "." + key);
        });
    }

    private void items(Map<String, Object> schema, @Nullable Object value, String at) {
        for (Object item : value instanceof List<?> list ? list : List.of()) {
            check(schema, item, at + "[]");
        }
    }

    private void prefix(List<?> schemas, @Nullable Object value, String at) {
        List<?> list = value instanceof List<?> given ? given : List.of();
        expect(list.size() == schemas.size(), at, "has " + list.size() + " items");
        for (int i = 0; i < Math.min(list.size(), schemas.size()); i++) {
            check(object(schemas.get(i)), list.get(i), at + "[" + i + "]");
        }
    }

    private void anyOf(List<?> schemas, @Nullable Object value, String at) {
        boolean fits = schemas.stream().anyMatch(schema -> {
            var other = new SchemaCheck(root);
            other.check(object(schema), value, at);
            return other.problems.isEmpty();
        });
        expect(fits, at, "fits none of the alternatives: " + value);
    }

    private static boolean isOneOf(Object types, @Nullable Object value) {
        return types instanceof List<?> list ? list.stream().anyMatch(t -> is(t, value)) : is(types, value);
    }

    private static boolean is(Object type, @Nullable Object value) {
        return switch (type.toString()) {
            case "object" -> value instanceof Map;
            case "array" -> value instanceof List;
            case "string" -> value instanceof String;
            case "boolean" -> value instanceof Boolean;
            case "integer" -> value instanceof Integer || value instanceof Long;
            case "number" -> value instanceof Number;
            case "null" -> value == null;
            default -> false;
        };
    }

    private static boolean isInstant(@Nullable Object value) {
        try {
            Instant.parse(String.valueOf(value));
            return true;
        } catch (DateTimeParseException e) {
            return false;
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(@Nullable Object value) {
        return value instanceof Map<?, ?> ? (Map<String, Object>) value : Map.of();
    }

    private void expect(boolean holds, String at, String what) {
        if (!holds) {
            problems.add(at + " " + what);
        }
    }
}
