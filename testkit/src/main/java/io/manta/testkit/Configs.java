package io.manta.testkit;

import io.manta.spi.model.AuthSettings;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.CommandSettings;
import io.manta.spi.model.FileSettings;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.ProviderSettings;
import io.manta.spi.model.Resources;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Small configurations for tests that are about something else. */
public final class Configs {
    public static final String HEAD = "head";
    public static final String WORKER = "worker";

    private Configs() {}

    /** A head without CPUs and workers with one, up to ten. */
    public static ClusterConfig small(String name, String provider, Map<String, Object> settings) {
        return new ClusterConfig(
                name,
                new ProviderSettings(provider, settings),
                Map.of(
                        HEAD, NodeType.of(HEAD, Resources.of("CPU", 0), 0, 0),
                        WORKER, NodeType.of(WORKER, Resources.of("CPU", 1), 0, 10)),
                HEAD,
                10,
                1.0,
                Duration.ofMinutes(5),
                AuthSettings.NONE,
                Optional.empty(),
                FileSettings.NONE,
                CommandSettings.NONE,
                "",
                "");
    }

    /** The same with settings of the provider's own for one of its types. */
    public static ClusterConfig with(ClusterConfig config, String type, Map<String, Object> nodeConfig) {
        var types = new LinkedHashMap<>(config.nodeTypes());
        types.put(type, config.nodeType(type).withNodeConfig(nodeConfig));
        return config.withNodeTypes(types);
    }
}
