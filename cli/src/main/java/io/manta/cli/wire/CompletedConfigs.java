package io.manta.cli.wire;

import io.manta.controller.daemon.ConfigSource;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider;
import java.util.Optional;

/** Configurations with what only the provider knows of their machines. */
public record CompletedConfigs(ConfigSource source, NodeProvider provider) implements ConfigSource {
    @Override
    public Optional<ClusterConfig> poll() throws ProblemException {
        Optional<ClusterConfig> config = source.poll();
        try {
            return config.isEmpty() ? config : Optional.of(provider.features().complete(config.get()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return config;
        }
    }
}
