package io.manta.spi.provider;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Offer;
import java.util.List;

/** Knows where machines are to be had, and for how much. */
public interface Pricing {
    /** Ways to get a node type, best first; never empty. */
    List<Offer> offers(String nodeType);

    /** Looks, changes nothing: what bringing this cluster up would make and cost. */
    Outlook outlook(ClusterConfig config) throws ProviderException, InterruptedException;
}
