/**
 * Observe, plan, act: the one loop behind {@code up}, {@code down} and the autoscaler. Start with
 * {@link io.manta.controller.loop.Controller}.
 */
@NullMarked
package io.manta.controller.loop;

import org.jspecify.annotations.NullMarked;
