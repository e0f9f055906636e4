/**
 * How Google's APIs are asked: JSON over HTTP, with somebody's identity, patience and a translation of what goes wrong. Start
 * with {@link io.manta.provider.gcp.api.Rest}.
 */
@NullMarked
package io.manta.provider.gcp.api;

import org.jspecify.annotations.NullMarked;
