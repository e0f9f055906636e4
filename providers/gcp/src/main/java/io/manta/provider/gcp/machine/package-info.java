/**
 * Instances of Compute Engine: asking for them, seeing them, labelling and ending them. Start with {@link
 * io.manta.provider.gcp.machine.Launching} and {@link io.manta.provider.gcp.machine.Instances}.
 */
@NullMarked
package io.manta.provider.gcp.machine;

import org.jspecify.annotations.NullMarked;
