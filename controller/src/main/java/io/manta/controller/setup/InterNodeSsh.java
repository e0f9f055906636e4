package io.manta.controller.setup;

import io.manta.spi.model.Problem;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.RemoteException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Lets the nodes of a cluster log in to each other: every node gets the same key pair, and allows it. The key is the cluster's
 * own, made on the user's machine; it travels to the head with the provider's files.
 */
public final class InterNodeSsh implements HostPreparation {
    private final Path key;
    private final String name;

    /** @param directory the provider's own, which ends with the cluster */
    public InterNodeSsh(Path directory, String cluster) {
        this.key = directory.resolve("inter_node_key");
        this.name = cluster;
    }

    @Override
    public void prepare(CommandRunner host, OutputSink output) throws RemoteException, InterruptedException {
        String line;
        try {
            line = publicKey();
        } catch (IOException e) {
            throw new RemoteException(
                    Problem.error(
                            "SETUP-INTER-NODE-KEY",
                            "cannot make the key for SSH between nodes: " + e.getMessage(),
                            "auth.inter_node_ssh is on",
                            "install the OpenSSH client (ssh-keygen), or switch auth.inter_node_ssh off"),
                    false,
                    e);
        }
        output.line("$ let nodes log in to each other");
        host.upload(FileTransfer.of(key.toString(), "~/.ssh/manta_" + name), output);
        // At the end of the file: what the user wrote above it wins.
        int exitCode = host.run(Command.of("""
                        #!/bin/sh
                        umask 077; cd "$HOME/.ssh" || exit 1
                        chmod 600 'manta_%1$s'
                        # Hosts may share a home: whoever edits these files holds this lock, see host.sh of the on-prem provider.
                        i=0
                        until mkdir .manta-lock 2>/dev/null; do
                          i=$((i + 1)); [ $i -lt 240 ] || break; sleep 0.05
                        done
                        trap 'rmdir .manta-lock 2>/dev/null' EXIT
                        touch authorized_keys config
                        grep -qxF '%2$s' authorized_keys || printf '%%s\\n' '%2$s' >>authorized_keys
                        grep -qx '# manta %1$s' config || cat >>config <<'END'
                        # manta %1$s
                        Host *
                          IdentityFile ~/.ssh/manta_%1$s
                          IdentityFile ~/.ssh/id_ed25519
                          IdentityFile ~/.ssh/id_ecdsa
                          IdentityFile ~/.ssh/id_rsa
                          StrictHostKeyChecking accept-new
                        # manta %1$s end
                        END
                        """.formatted(name, line)).on(Command.Place.HOST), output)
                .exitCode();
        if (exitCode != 0) {
            throw new RemoteException(
                    Problem.error(
                            "SETUP-INTER-NODE-SSH",
                            "the key for SSH between nodes cannot be installed on the node",
                            "~/.ssh cannot be written there",
                            "make it writable for the SSH user"),
                    false);
        }
    }

    private synchronized String publicKey() throws IOException, InterruptedException {
        Path file = key.resolveSibling(key.getFileName() + ".pub");
        if (!Files.exists(file)) {
            Files.createDirectories(key.toAbsolutePath().getParent());
            Files.deleteIfExists(key);
            Process made = new ProcessBuilder(
                            "ssh-keygen",
                            "-q",
                            "-t",
                            "ed25519",
                            "-N",
                            "",
                            "-C",
                            "manta-nodes:" + name,
                            "-f",
                            key.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            made.getOutputStream().close();
            if (made.waitFor() != 0) {
                throw new IOException("ssh-keygen failed");
            }
        }
        return Files.readString(file).strip();
    }
}
