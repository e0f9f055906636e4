package io.manta.cli.wire;

import io.manta.config.ConfigLoader;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.MantaHome;
import io.manta.spi.model.ProblemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A configuration to look at: a file, or what {@code up} has stored under a name. */
public final class NamedConfig {
    private NamedConfig() {}

    public static Loaded load(String given, Overrides overrides, MantaHome manta) throws ProblemException {
        if (!Files.exists(Path.of(given)) && given.indexOf('/') < 0) {
            ClusterHome home = manta.cluster(given);
            if (Files.exists(home.config())) {
                StoredConfig.Content stored = new StoredConfig(home).read();
                return ConfigLoader.load(home.config().toString(), stored.text(), stored.baseDir(), overrides);
            }
        }
        return ConfigLoader.load(Path.of(given), overrides);
    }
}
