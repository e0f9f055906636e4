package io.manta.config.resolve;

import io.manta.config.yaml.Fields;
import java.util.List;
import java.util.Optional;

/** Files that all hosts of a cluster share: containers on them see the same, at the same place. */
final class SharedMount {
    private static final String KEY = "efs";

    private SharedMount() {}

    static Optional<String> of(Fields settings, String provider) {
        if (!provider.equals("aws")) {
            return Optional.empty();
        }
        return settings.table(KEY)
                .map(table -> table.text("mount").orElse("/efs"))
                .or(() -> settings.text(KEY));
    }

    /** Unless the options have something at that place already. */
    static void add(String path, List<String> options) {
        if (options.stream().noneMatch(option -> option.matches(".*:\\Q" + path + "\\E(:.*)?$"))) {
            options.add("-v " + path + ":" + path);
        }
    }
}
