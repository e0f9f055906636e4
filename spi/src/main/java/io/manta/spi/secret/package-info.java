/** How secrets are told from what may be shown. Start with {@link io.manta.spi.secret.SafeText}. */
@NullMarked
package io.manta.spi.secret;

import org.jspecify.annotations.NullMarked;
