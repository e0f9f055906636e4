/** Runs the program in-process and reads what it says. Start with {@link io.manta.cli.Run}. */
@NullMarked
package io.manta.cli;

import org.jspecify.annotations.NullMarked;
