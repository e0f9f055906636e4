/** Tests of {@code io.manta.controller.setup}. */
@NullMarked
package io.manta.controller.setup;

import org.jspecify.annotations.NullMarked;
