/**
 * Runs the packaged program as a user would, against real Ray. Start with {@link io.manta.e2e.ScalingTest}; {@link
 * io.manta.e2e.MantaProgram} is how tests type commands.
 */
@NullMarked
package io.manta.e2e;

import org.jspecify.annotations.NullMarked;
