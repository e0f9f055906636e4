/**
 * Machines that only exist in memory, with boot times, capacity, prices and faults, for trying a configuration without a
 * cloud and for tests that need ten thousand nodes or a fault at every step. Start with
 * {@link io.manta.provider.simulated.SimulatedCloud}.
 */
@NullMarked
package io.manta.provider.simulated;

import org.jspecify.annotations.NullMarked;
