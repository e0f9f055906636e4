/**
 * Runs what must be fast once, on invented clusters, so that the launcher can record an AOT cache of it. Nothing here is used
 * by a verb.
 */
@NullMarked
package io.manta.cli.training;

import org.jspecify.annotations.NullMarked;
