/**
 * Fingerprints of what a node is launched with and of what set-up makes of it, equal to Ray's to the last character, so that a
 * cluster made by Ray is recognised. Start with {@link io.manta.config.fingerprint.Fingerprints}.
 */
@NullMarked
package io.manta.config.fingerprint;

import org.jspecify.annotations.NullMarked;
