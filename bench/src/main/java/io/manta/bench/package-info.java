/**
 * Programs that measure the planner: {@link io.manta.bench.ScheduleBench} on problem files, {@link io.manta.bench.TickBench}
 * on a large cluster. Each prints one JSON line per measurement.
 */
@NullMarked
package io.manta.bench;

import org.jspecify.annotations.NullMarked;
