/**
 * From the text of a cluster file to a {@link io.manta.spi.model.ClusterConfig}, or to every problem with its line and column.
 * Start with {@link io.manta.config.ConfigLoader}.
 */
@NullMarked
package io.manta.config;

import org.jspecify.annotations.NullMarked;
