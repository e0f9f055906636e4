/** Tests of {@code io.manta.controller.daemon}. */
@NullMarked
package io.manta.controller.daemon;

import org.jspecify.annotations.NullMarked;
