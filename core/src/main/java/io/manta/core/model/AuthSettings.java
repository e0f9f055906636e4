package io.manta.core.model;

import java.util.Optional;

/** How to log in to nodes. Paths are as written; {@code ~} is the user's home. */
public record AuthSettings(
        Optional<String> sshUser,
        Optional<String> sshPrivateKey,
        Optional<String> sshPublicKey,
        Optional<String> sshProxyCommand) {
    public static final AuthSettings NONE =
            new AuthSettings(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
