/**
 * Looking without touching: what a launch would need and meet, what it would cost, and what one must be allowed to. Start with
 * {@link io.manta.provider.gcp.check.GcpCheck}.
 */
@NullMarked
package io.manta.provider.gcp.check;

import org.jspecify.annotations.NullMarked;
