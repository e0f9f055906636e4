package io.manta.spi.provider;

import io.manta.spi.model.ClusterConfig;
import java.util.Map;

/** Knows what has to be allowed to whom. */
@FunctionalInterface
public interface Rights {
    /** Documents for whoever grants rights at the provider, by whom they are for. */
    Map<String, String> policies(ClusterConfig config);
}
