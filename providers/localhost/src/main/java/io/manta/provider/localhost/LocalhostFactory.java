package io.manta.provider.localhost;

import io.manta.core.model.ProblemException;
import io.manta.core.port.NodeProvider;
import io.manta.core.port.NodeProviderFactory;
import io.manta.core.port.ProviderContext;

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
