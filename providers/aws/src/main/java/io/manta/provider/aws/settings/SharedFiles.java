package io.manta.provider.aws.settings;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What {@code provider.efs} asks for: a path, or a table.
 *
 * @param id a file system that is there; without it one is made
 * @param mount where nodes have it
 * @param removed whether one that was made ends with the cluster, its data with it
 */
public record SharedFiles(Optional<String> id, String mount, boolean removed) {
    private static final String USUAL = "/efs";

    static Optional<SharedFiles> of(@Nullable Object value) {
        if (value == null) {
            return Optional.empty();
        }
        if (!(value instanceof Map<?, ?>)) {
            return Optional.of(new SharedFiles(Optional.empty(), value.toString(), false));
        }
        Map<String, Object> table = AwsSettings.map(value);
        return Optional.of(new SharedFiles(
                Optional.ofNullable(table.get("file_system_id")).map(Object::toString),
                String.valueOf(table.getOrDefault("mount", USUAL)),
                "remove".equals(table.get("on_down"))));
    }
}
