/**
 * What Prometheus asks for: numbers made of reports and events, under Ray's own names and Manta's. Start with
 * {@link io.manta.ui.metrics.DaemonMetrics}.
 */
@NullMarked
package io.manta.ui.metrics;

import org.jspecify.annotations.NullMarked;
