/**
 * What a cluster looks like to people: the report the daemon writes after each round, and the event log. Start with
 * {@link io.manta.controller.status.StatusReport}.
 */
@NullMarked
package io.manta.controller.status;

import org.jspecify.annotations.NullMarked;
