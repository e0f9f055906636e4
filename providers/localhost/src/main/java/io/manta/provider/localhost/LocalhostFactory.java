package io.manta.provider.localhost;

import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProviderFactory;
import io.manta.spi.provider.ProviderContext;

/** Clusters on this machine. */
public final class LocalhostFactory implements NodeProviderFactory {
    @Override
    public String type() {
        return "localhost";
    }

    @Override
    public NodeProvider open(ProviderContext context) throws ProblemException {
        return new LocalhostNodeProvider(context.config(), context.state(), context.runtime());
    }

    @Override
    public boolean isElsewhere() {
        return false;
    }
}
