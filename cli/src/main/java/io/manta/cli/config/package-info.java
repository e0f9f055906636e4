/** Verbs about cluster files: check one, show what it means, start one, convert one, and the schema for editors. */
@NullMarked
package io.manta.cli.config;

import org.jspecify.annotations.NullMarked;
