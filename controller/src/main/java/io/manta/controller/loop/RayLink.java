package io.manta.controller.loop;

import io.manta.spi.model.Machine;
import io.manta.spi.ray.RayCluster;
import io.manta.spi.ray.RayException;

/** Finds the Ray that runs on a head. */
public interface RayLink extends AutoCloseable {
    /**
     * Where people find it.
     *
     * @param gcsAddress host:port
     * @param dashboardUrl empty when there is none
     */
    record Address(String gcsAddress, String dashboardUrl) {}

    Address address(Machine head);

    /** A connection that lasts; asking again for the same head returns the same. */
    RayCluster connect(Machine head) throws RayException;

    /** Tells whoever runs a driver on this cluster, in one line. Never fails. */
    void announce(Machine head, String message);

    @Override
    default void close() {}
}
