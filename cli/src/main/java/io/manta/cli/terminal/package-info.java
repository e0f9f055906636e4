/**
 * How things are said: data on standard output, messages on standard error, in the style and colour the user asked for.
 * Start with {@link io.manta.cli.terminal.Console}.
 */
@NullMarked
package io.manta.cli.terminal;

import org.jspecify.annotations.NullMarked;
