package io.manta.config;

import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Items;
import io.manta.config.yaml.Origin;
import io.manta.config.yaml.Value;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What became of a cluster file.
 *
 * @param name the file as the user named it
 * @param config present exactly when no problem is an error
 * @param problems all of them, in the order of the text
 * @param tree the resolved configuration, every value with its origin; as far as it got when there are errors
 */
public record Loaded(String name, Optional<ClusterConfig> config, List<Problem> problems, Fields tree) {
    public Loaded {
        problems = List.copyOf(problems);
    }

    /** The resolved configuration as plain values, as Ray has it after its own preparation. */
    public Map<String, @Nullable Object> resolved() {
        return tree.plain();
    }

    /** Where each single value came from, by path such as {@code provider.type} or {@code setup_commands[0]}. */
    public Map<String, Origin> origins() {
        var out = new LinkedHashMap<String, Origin>();
        collect("", tree, out);
        return out;
    }

    private static void collect(String path, Value value, Map<String, Origin> out) {
        switch (value) {
            case Fields fields
            when !fields.isEmpty() ->
                fields.fields()
                        .forEach((key, field) -> collect(path.isEmpty() ? key : path + "." + key, field.value(), out));
            case Items items
            when !items.values().isEmpty() -> {
                for (int i = 0; i < items.values().size(); i++) {
                    collect(path + "[" + i + "]", items.values().get(i), out);
                }
            }
            default -> out.put(path, value.origin());
        }
    }
}
