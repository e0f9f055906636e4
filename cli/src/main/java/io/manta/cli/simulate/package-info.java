/**
 * {@code manta simulate}: the real planner and controller against a simulated cloud and a simulated Ray on a clock that only
 * exists here. Start with {@link io.manta.cli.simulate.Simulation}.
 */
@NullMarked
package io.manta.cli.simulate;

import org.jspecify.annotations.NullMarked;
