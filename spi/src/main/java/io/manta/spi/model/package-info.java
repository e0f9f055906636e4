/**
 * The words of the domain as immutable values: what a user configured, which machines exist, what went wrong.
 *
 * <p>Three words are never mixed: a <em>machine</em> is the provider's, a <em>node</em> is ours, a <em>Ray node</em> is
 * what Ray's GCS reports. Start with {@link io.manta.spi.model.ClusterConfig} and {@link io.manta.spi.model.Machine}.
 */
@NullMarked
package io.manta.spi.model;

import org.jspecify.annotations.NullMarked;
