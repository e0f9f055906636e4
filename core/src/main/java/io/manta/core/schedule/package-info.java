/**
 * Which nodes the demand needs: packing at the lowest price. Start with {@link io.manta.core.schedule.DemandScheduler}.
 */
@NullMarked
package io.manta.core.schedule;

import org.jspecify.annotations.NullMarked;
