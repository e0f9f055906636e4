/**
 * Commands and files on nodes that are process sessions of this very machine. Start with
 * {@link io.manta.remote.process.ProcessCommandRunner}.
 */
@NullMarked
package io.manta.remote.process;

import org.jspecify.annotations.NullMarked;
