/**
 * Executes set-up plans on nodes: one log file per step, the status on the machine's tags, the failing command kept. Start
 * with {@link io.manta.controller.setup.SetupRunner}.
 */
@NullMarked
package io.manta.controller.setup;

import org.jspecify.annotations.NullMarked;
