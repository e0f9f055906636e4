/**
 * Running commands and copying files on a machine, as data and one interface. Start with
 * {@link io.manta.spi.remote.CommandRunner}.
 */
@NullMarked
package io.manta.spi.remote;

import org.jspecify.annotations.NullMarked;
