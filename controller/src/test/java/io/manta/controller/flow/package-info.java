/** Tests of {@code io.manta.controller.flow}. */
@NullMarked
package io.manta.controller.flow;

import org.jspecify.annotations.NullMarked;
