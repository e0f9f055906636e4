package io.manta.spi.provider;

import io.manta.spi.model.Machine;
import java.util.List;

/** Makes images of machines that are set up, so that others begin where these ended. */
public interface ImageBakery {
    /** Behind a cluster's name: the cluster in which its images are made. */
    String SUFFIX = "-bake";

    /**
     * An image on its way.
     *
     * @param ready whether machines can be made from it
     */
    record Image(String id, boolean ready) {}

    /**
     * Begins, or looks how far it is: asked again for the same machine it tells of the same image. Until it is kept, the image
     * belongs to the cluster of the machine, and {@link NodeProvider#cleanUp} removes it.
     *
     * @param fingerprint of what was done to the machine; machines made from the image carry it as their set-up's
     */
    Image bake(Machine machine, String fingerprint) throws ProviderException, InterruptedException;

    /** The image outlives the cluster that made it, as one of the owner's. */
    void keep(Image image, String owner) throws ProviderException, InterruptedException;

    /** Lines for a node type in a cluster file, without indentation. */
    List<String> lines(Image image);

    /** Removes all images kept for this cluster; returns their ids. */
    List<String> removeKept() throws ProviderException, InterruptedException;
}
