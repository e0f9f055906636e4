package io.manta.spi.model;

import java.util.Optional;

/**
 * How to log in to nodes. Paths are as written; {@code ~} is the user's home.
 *
 * @param interNodeSsh whether nodes can log in to each other without a password
 */
public record AuthSettings(
        Optional<String> sshUser,
        Optional<String> sshPrivateKey,
        Optional<String> sshPublicKey,
        Optional<String> sshProxyCommand,
        boolean interNodeSsh) {
    public static final AuthSettings NONE =
            new AuthSettings(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public AuthSettings(
            Optional<String> sshUser,
            Optional<String> sshPrivateKey,
            Optional<String> sshPublicKey,
            Optional<String> sshProxyCommand) {
        this(sshUser, sshPrivateKey, sshPublicKey, sshProxyCommand, false);
    }
}
