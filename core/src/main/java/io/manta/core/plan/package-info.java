/**
 * Decisions as pure functions: what is true goes in as a {@link io.manta.core.plan.Snapshot}, what to do comes out as a
 * {@link io.manta.core.plan.Plan}. Nothing here knows a clock, a thread or a file. Start with
 * {@link io.manta.core.plan.Planner}.
 */
@NullMarked
package io.manta.core.plan;

import org.jspecify.annotations.NullMarked;
