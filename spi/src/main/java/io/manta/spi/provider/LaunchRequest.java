package io.manta.spi.provider;

import io.manta.spi.model.Offer;
import java.util.List;

/** Nodes of one type and offer to launch in as few calls as the provider can. */
public record LaunchRequest(Offer offer, List<NodeSpec> nodes) {
    public LaunchRequest {
        nodes = List.copyOf(nodes);
    }
}
