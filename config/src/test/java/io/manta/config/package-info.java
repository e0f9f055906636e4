/** Tests of reading cluster files. Start with {@link io.manta.config.ConfigLoaderTest}. */
@NullMarked
package io.manta.config;

import org.jspecify.annotations.NullMarked;
