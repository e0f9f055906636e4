/** Tests of the values that cross the border to providers. */
@NullMarked
package io.manta.spi.provider;

import org.jspecify.annotations.NullMarked;
