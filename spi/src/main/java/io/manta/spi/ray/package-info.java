/**
 * What Ray wants and has, and how it is told. Start with {@link io.manta.spi.ray.RayCluster}.
 */
@NullMarked
package io.manta.spi.ray;

import org.jspecify.annotations.NullMarked;
