/**
 * What a user's {@code up} and {@code down} are made of: the same loop as the daemon's, with a beginning and an end. Start
 * with {@link io.manta.controller.flow.UpFlow}.
 */
@NullMarked
package io.manta.controller.flow;

import org.jspecify.annotations.NullMarked;
