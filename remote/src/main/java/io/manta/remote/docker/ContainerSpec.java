package io.manta.remote.docker;

import io.manta.spi.model.DockerSettings;
import java.util.List;
import java.util.Map;

/**
 * The container a node should have.
 *
 * @param mounts remote paths of the cluster's file mounts, as seen in the container; {@code ~} is home there
 * @param labels put on the container, so that whoever cleans up finds it; they do not decide whether it is re-created
 */
public record ContainerSpec(DockerSettings settings, List<String> mounts, Map<String, String> labels) {
    /** Holds a hash of everything the container was made from. */
    public static final String FINGERPRINT = "manta.fingerprint";

    public ContainerSpec {
        mounts = List.copyOf(mounts);
        labels = Map.copyOf(labels);
    }

    public String program() {
        return settings.usePodman() ? "podman" : "docker";
    }

    public String name() {
        return settings.containerName();
    }

    String staging(String path) {
        return staging(name(), path);
    }

    /** Where on the host the files for a path in a container wait, relative to the home directory. */
    public static String staging(String container, String path) {
        String home = ".manta/containers/" + container;
        if (path.equals("~")) {
            return home + "/home";
        }
        return path.startsWith("~/") ? home + "/home/" + path.substring(2) : home + "/root/" + strip(path);
    }

    private static String strip(String path) {
        return path.startsWith("/") ? path.substring(1) : path;
    }
}
