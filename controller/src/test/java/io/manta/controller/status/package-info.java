/** Tests of {@code io.manta.controller.status}. */
@NullMarked
package io.manta.controller.status;

import org.jspecify.annotations.NullMarked;
