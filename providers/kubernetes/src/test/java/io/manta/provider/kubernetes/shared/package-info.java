/** Tests of what a cluster has besides pods. */
@NullMarked
package io.manta.provider.kubernetes.shared;

import org.jspecify.annotations.NullMarked;
