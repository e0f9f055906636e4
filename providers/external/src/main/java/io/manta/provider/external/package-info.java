/**
 * Providers that are not part of Manta: jars with a factory, Ray's own Python classes, programs in any language. All of them
 * are used through {@link io.manta.provider.external.GuardedNodeProvider}, which trusts none of them. Start with {@link
 * io.manta.provider.external.ExternalFactory}.
 */
@NullMarked
package io.manta.provider.external;

import org.jspecify.annotations.NullMarked;
