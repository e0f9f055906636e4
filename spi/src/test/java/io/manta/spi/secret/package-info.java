@NullMarked
package io.manta.spi.secret;

import org.jspecify.annotations.NullMarked;
