/**
 * The program a user types. {@link io.manta.cli.Main} looks the verb up in {@link io.manta.cli.Verbs}, which loads only that
 * verb; the verb says what it takes ({@link io.manta.cli.Syntax}) and does it with what it was given
 * ({@link io.manta.cli.Call}). This module is the only one that sees all the others.
 */
@NullMarked
package io.manta.cli;

import org.jspecify.annotations.NullMarked;
