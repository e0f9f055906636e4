/**
 * Manta's side of what {@code bench/} measures: reading files, the planner on problem files and large clusters, the loop's memory and
 * time, and providers against the clouds that tests play. What they print is JSON.
 */
@NullMarked
package io.manta.bench;

import org.jspecify.annotations.NullMarked;
