/**
 * Machines that are directories and process sessions on the user's own computer: no cloud, no SSH, no root, nothing
 * reachable from elsewhere. A machine exists from the moment its {@code machine.json} does until that file is gone; its
 * processes are found by a mark in their environment and by the sessions noted beside it. Start with
 * {@link io.manta.provider.localhost.LocalhostNodeProvider}.
 */
@NullMarked
package io.manta.provider.localhost;

import org.jspecify.annotations.NullMarked;
