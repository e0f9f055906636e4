package io.manta.provider.onprem;

import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProviderFactory;
import io.manta.spi.provider.ProviderContext;
import java.time.Duration;

/** Clusters on the user's own hosts. */
public final class OnPremFactory implements NodeProviderFactory {
    // Lists are asked for every second or oftener, and nobody else changes a cluster's hosts meanwhile.
    private static final Duration FRESH = Duration.ofSeconds(10);

    @Override
    public String type() {
        return "local";
    }

    @Override
    public NodeProvider open(ProviderContext context) throws ProblemException {
        return new OnPremNodeProvider(
                context.config(),
                context.state(),
                context.ssh(),
                context.onHead() ? OnPremNodeProvider.View.INSIDE : OnPremNodeProvider.View.OUTSIDE,
                FRESH);
    }
}
