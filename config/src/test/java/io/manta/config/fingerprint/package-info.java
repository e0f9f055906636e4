/** Tests of fingerprints against values that Ray computed. */
@NullMarked
package io.manta.config.fingerprint;

import org.jspecify.annotations.NullMarked;
