package io.manta.provider.kubernetes;

import io.manta.provider.kubernetes.pod.Pools;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Offer;
import io.manta.spi.provider.Outlook;
import io.manta.spi.provider.Pricing;
import java.util.List;

/** Pools in which pods may run; what they cost, only whoever runs the Kubernetes cluster knows. */
record KubernetesPricing(ClusterConfig config) implements Pricing {
    @Override
    public List<Offer> offers(String nodeType) {
        return Pools.offers(config.nodeType(nodeType));
    }

    @Override
    public Outlook outlook(ClusterConfig wanted) {
        return Outlook.NONE;
    }
}
