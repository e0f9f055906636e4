/** Tests of the values that commands are made of. */
@NullMarked
package io.manta.spi.remote;

import org.jspecify.annotations.NullMarked;
