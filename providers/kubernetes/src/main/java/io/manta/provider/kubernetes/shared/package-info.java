/**
 * What a cluster has in its namespace besides pods: the namespace itself, the head's account and its rights, services. Start with
 * {@link io.manta.provider.kubernetes.shared.Foundation}.
 */
@NullMarked
package io.manta.provider.kubernetes.shared;

import org.jspecify.annotations.NullMarked;
