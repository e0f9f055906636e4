/**
 * The interfaces through which the pure core meets the world, implemented by the edge modules. Start with
 * {@link io.manta.core.port.NodeProvider}.
 */
@NullMarked
package io.manta.core.port;

import org.jspecify.annotations.NullMarked;
