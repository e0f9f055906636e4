package io.manta.spi.provider;

import java.util.List;

/** Finds by its marks what clusters have at a provider, whatever a file says today. */
public interface Inventory {
    /** Everything this cluster has here, kind by kind, asked anew. */
    List<Holding> holdings() throws ProviderException, InterruptedException;

    /** Names of all clusters that have something where this one would be, whether anyone remembers them or not. */
    List<String> clusters() throws ProviderException, InterruptedException;
}
