/** Tests of the values that ports exchange. */
@NullMarked
package io.manta.core.port;

import org.jspecify.annotations.NullMarked;
