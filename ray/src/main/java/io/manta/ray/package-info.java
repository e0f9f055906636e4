/**
 * Ray's GCS over gRPC, and the driver's terminal. Speaks Ray's autoscaler protocol with messages of its own (see
 * {@code src/main/proto}), so neither Python nor Ray's monitor is needed. Mapping is kept in pure functions; only
 * {@link io.manta.ray.GcsRayCluster} talks. Start there.
 */
@NullMarked
package io.manta.ray;

import org.jspecify.annotations.NullMarked;
