package io.manta.config.kuberay;

import io.manta.testkit.GoModule;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The schema that KubeRay publishes for RayCluster, out of its Go module. Checks as strictly as a server asked to: a key that the
 * schema does not have is a mistake.
 */
final class PublishedSchema {
    private static final String MODULE = "github.com/ray-project/kuberay/ray-operator@v1.6.2";
    private static final String FILE = "config/crd/bases/ray.io_rayclusters.yaml";

    private final Map<?, ?> schema;

    private PublishedSchema(Map<?, ?> schema) {
        this.schema = schema;
    }

    static PublishedSchema load() throws IOException, InterruptedException {
        Map<?, ?> definition =
                (Map<?, ?>) yaml(Files.readString(GoModule.fetch(MODULE).resolve(FILE)));
        for (Object version : (List<?>) at(definition, "spec", "versions")) {
            if ("v1".equals(at(version, "name"))) {
                return new PublishedSchema((Map<?, ?>) at(version, "schema", "openAPIV3Schema"));
            }
        }
        throw new AssertionError("no version v1 in " + FILE);
    }

    static Object yaml(String text) {
        var options = new LoaderOptions();
        options.setCodePointLimit(10_000_000);
        return new Yaml(new SafeConstructor(options)).load(text);
    }

    private static Object at(Object value, String... keys) {
        Object found = value;
        for (String key : keys) {
            found = found instanceof Map<?, ?> map && map.containsKey(key) ? map.get(key) : "nothing at " + key;
        }
        return found;
    }

    /** What is wrong with a manifest, each with its path. */
    List<String> mistakes(String manifest) {
        var mistakes = new ArrayList<String>();
        check("", yaml(manifest), schema, mistakes);
        return mistakes;
    }

    private static void check(String path, Object value, Map<?, ?> schema, List<String> mistakes) {
        if (Boolean.TRUE.equals(schema.get("x-kubernetes-int-or-string"))) {
            expect(
                    value instanceof Integer || value instanceof Long || value instanceof String,
                    path,
                    "int or text",
                    value,
                    mistakes);
            return;
        }
        if (schema.get("enum") instanceof List<?> words && !words.contains(value)) {
            mistakes.add(path + ": " + value + " is none of " + words);
        }
        switch (String.valueOf(schema.get("type"))) {
            case "object" -> object(path, value, schema, mistakes);
            case "array" -> {
                expect(value instanceof List, path, "a list", value, mistakes);
                if (value instanceof List<?> list) {
                    for (int i = 0; i < list.size(); i++) {
                        check(path + "[" + i + "]", list.get(i), (Map<?, ?>) at(schema, "items"), mistakes);
                    }
                }
            }
            case "string" -> expect(value instanceof String, path, "a text", value, mistakes);
            case "integer" ->
                expect(value instanceof Integer || value instanceof Long, path, "an integer", value, mistakes);
            case "number" -> expect(value instanceof Number, path, "a number", value, mistakes);
            case "boolean" -> expect(value instanceof Boolean, path, "true or false", value, mistakes);
            default -> {}
        }
    }

    private static void object(String path, Object value, Map<?, ?> schema, List<String> mistakes) {
        expect(value instanceof Map, path, "a mapping", value, mistakes);
        if (!(value instanceof Map<?, ?> map)) {
            return;
        }
        if (schema.get("required") instanceof List<?> required) {
            required.stream()
                    .filter(key -> !map.containsKey(key))
                    .forEach(key -> mistakes.add(path + "." + key + ": missing"));
        }
        Map<?, ?> properties = schema.get("properties") instanceof Map<?, ?> known ? known : Map.of();
        boolean open = properties.isEmpty() || Boolean.TRUE.equals(schema.get("x-kubernetes-preserve-unknown-fields"));
        map.forEach((key, inner) -> {
            if (properties.get(key) instanceof Map<?, ?> child) {
                check(path + "." + key, inner, child, mistakes);
            } else if (schema.get("additionalProperties") instanceof Map<?, ?> each) {
                check(path + "." + key, inner, each, mistakes);
            } else if (!open) {
                mistakes.add(path + "." + key + ": unknown");
            }
        });
    }

    private static void expect(boolean holds, String path, String what, Object value, List<String> mistakes) {
        if (!holds) {
            mistakes.add(path + ": " + value + " is not " + what);
        }
    }
}
