/** Checks answers of the scheduler from outside: with a checker of its own and next to Ray's answers. */
@NullMarked
package io.manta.bench;

import org.jspecify.annotations.NullMarked;
