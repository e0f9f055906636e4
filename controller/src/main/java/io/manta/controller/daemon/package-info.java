/**
 * The process beside the head that keeps the loop turning, and how it is started, found and stopped. Start with
 * {@link io.manta.controller.daemon.Daemon}.
 */
@NullMarked
package io.manta.controller.daemon;

import org.jspecify.annotations.NullMarked;
