/**
 * Pods as machines: how one is written, named and labelled, what its status means, and what the cluster has of them now. Start
 * with {@link io.manta.provider.kubernetes.pod.PodMachines}.
 */
@NullMarked
package io.manta.provider.kubernetes.pod;

import org.jspecify.annotations.NullMarked;
