/**
 * How a bare machine becomes a Ray node, as data: seven steps that a runner elsewhere executes. Start with
 * {@link io.manta.core.setup.SetupPlans}.
 */
@NullMarked
package io.manta.core.setup;

import org.jspecify.annotations.NullMarked;
