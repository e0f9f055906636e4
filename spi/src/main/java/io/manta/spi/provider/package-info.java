/**
 * What a provider of machines is written against. Start with {@link io.manta.spi.provider.NodeProvider}.
 */
@NullMarked
package io.manta.spi.provider;

import org.jspecify.annotations.NullMarked;
