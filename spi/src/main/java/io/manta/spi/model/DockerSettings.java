package io.manta.spi.model;

import java.util.List;

/**
 * How Ray runs in a container on a node; one value per role and type, already resolved.
 *
 * @param image what to run
 * @param containerName its name on the host
 * @param pullBeforeRun pull even when the image is there
 * @param runOptions all options for {@code docker run}: common ones, then the role's
 */
public record DockerSettings(
        String image,
        String containerName,
        boolean pullBeforeRun,
        List<String> runOptions,
        boolean detectRuntime,
        boolean detectShmSize,
        boolean usePodman) {
    public DockerSettings {
        runOptions = List.copyOf(runOptions);
    }
}
