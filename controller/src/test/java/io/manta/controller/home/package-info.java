/** Tests of {@code io.manta.controller.home}. */
@NullMarked
package io.manta.controller.home;

import org.jspecify.annotations.NullMarked;
