/**
 * Commands and files over OpenSSH: the user's own {@code ssh}, so that their configuration, agent and jump hosts count, with
 * one multiplexed connection per host. Start with {@link io.manta.remote.ssh.SshConnections}.
 */
@NullMarked
package io.manta.remote.ssh;

import org.jspecify.annotations.NullMarked;
