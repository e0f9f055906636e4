package io.manta.provider.onprem;

import io.manta.spi.provider.ProviderException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A key of the cluster's own, with which its head logs in to the workers: the user's private key never leaves the user's
 * machine. Made once; put on hosts by prepare, taken off by cleaning up.
 */
final class ClusterKey {
    private final Path file;
    private final String comment;

    ClusterKey(Path directory, String cluster) {
        this.file = directory.resolve("cluster_key");
        this.comment = "manta:" + cluster;
    }

    Path file() {
        return file;
    }

    boolean exists() {
        return Files.exists(publicFile());
    }

    /** The line that belongs into {@code authorized_keys}; empty when no key was ever made. */
    String line() throws IOException {
        return exists() ? Files.readString(publicFile()).strip() : "";
    }

    void make() throws ProviderException, InterruptedException {
        if (exists()) {
            return;
        }
        try {
            Path directory = file.toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            Files.deleteIfExists(file);
            Process process = new ProcessBuilder(
                            "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", comment, "-f", file.toString())
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw OnPremProblems.noKey(said.strip());
            }
        } catch (IOException e) {
            throw OnPremProblems.noKey(String.valueOf(e.getMessage()));
        }
    }

    private Path publicFile() {
        return file.resolveSibling(file.getFileName() + ".pub");
    }
}
