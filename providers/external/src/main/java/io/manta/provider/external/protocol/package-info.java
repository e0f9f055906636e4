/**
 * Providers that are processes of their own and speak JSON lines (docs/provider-protocol.md). {@link
 * io.manta.provider.external.protocol.HelperNodeProvider} is the provider, {@link
 * io.manta.provider.external.protocol.Helper} keeps the process alive, {@link
 * io.manta.provider.external.protocol.HelperRequests} and {@link io.manta.provider.external.protocol.Answers} know the words.
 */
@NullMarked
package io.manta.provider.external.protocol;

import org.jspecify.annotations.NullMarked;
