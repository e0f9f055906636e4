/** Tests of how a file becomes the whole configuration. */
@NullMarked
package io.manta.config.resolve;

import org.jspecify.annotations.NullMarked;
