/**
 * Between cluster files and KubeRay's RayCluster manifests, for those who move to the operator or come from it. Pure: text in,
 * text out, and a warning at its place for everything that has no counterpart. Start with {@link io.manta.config.kuberay.KubeRayExport}.
 */
@NullMarked
package io.manta.config.kuberay;

import org.jspecify.annotations.NullMarked;
