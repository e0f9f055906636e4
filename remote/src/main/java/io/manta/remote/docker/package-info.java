/**
 * Ray in a container on the node, with docker or podman, on top of whatever runner reaches the node itself. Start with
 * {@link io.manta.remote.docker.ContainerCommandRunner}.
 */
@NullMarked
package io.manta.remote.docker;

import org.jspecify.annotations.NullMarked;
