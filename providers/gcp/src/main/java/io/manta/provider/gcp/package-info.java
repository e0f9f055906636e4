/**
 * Machines in Google's Compute Engine, and Cloud TPUs. What exists is what Google lists with this cluster's labels; everything that
 * is made is named and marked in the call that makes it, so a process that dies anywhere leaves nothing that the next one
 * does not find. Start with {@link io.manta.provider.gcp.GcpNodeProvider}.
 */
@NullMarked
package io.manta.provider.gcp;

import org.jspecify.annotations.NullMarked;
