package io.manta.provider.gcp.ground;

import io.manta.provider.gcp.api.GcpProblems;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.spi.provider.ProviderException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * The key that opens the nodes. It is made here, and only its public half goes into the metadata of this cluster's machines,
 * never into the project's. Its private half lies in the cluster's directory, from where it goes to the head.
 */
public final class SshKeys {
    private final GcpSettings settings;
    private final Path directory;

    public SshKeys(GcpSettings settings, Path directory) {
        this.settings = settings;
        this.directory = directory;
    }

    /** Where the private half lies, here and on the head. */
    public Path file() {
        return directory.resolve("cluster_key");
    }

    /** The user's own private key, when the configuration names one. */
    public Optional<Path> usersKey() {
        return settings.auth().sshPrivateKey().map(SshKeys::expanded);
    }

    private static Path expanded(String text) {
        return text.startsWith("~/")
                ? Path.of(System.getProperty("user.home")).resolve(text.substring(2))
                : Path.of(text);
    }

    public String user() {
        return settings.auth().sshUser().orElse("ubuntu");
    }

    /** Makes what is missing, and returns the public line. */
    public String ensure() throws ProviderException, InterruptedException {
        try {
            Files.createDirectories(directory);
            Optional<Path> users = usersKey();
            if (users.isPresent()) {
                Files.copy(users.get(), file(), StandardCopyOption.REPLACE_EXISTING);
                Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-------"));
                return publicLine(users.get());
            }
            Path line = directory.resolve("cluster_key.pub");
            if (!Files.exists(line)) {
                Files.deleteIfExists(file());
                keygen("-q", "-t", "ed25519", "-N", "", "-C", user(), "-f", file().toString());
            }
            return Files.readString(line).strip();
        } catch (IOException e) {
            throw GcpProblems.files("keep the cluster's SSH key", e);
        }
    }

    private String publicLine(Path key) throws IOException, ProviderException, InterruptedException {
        Optional<Path> given = settings.auth().sshPublicKey().map(SshKeys::expanded);
        Path beside = given.orElse(key.resolveSibling(key.getFileName() + ".pub"));
        return Files.exists(beside)
                ? Files.readString(beside).strip()
                : keygen("-y", "-P", "", "-f", key.toString()).strip() + " " + user();
    }

    private static String keygen(String... arguments) throws IOException, ProviderException, InterruptedException {
        var command = new java.util.ArrayList<String>();
        command.add("ssh-keygen");
        command.addAll(java.util.List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw GcpProblems.noKey(said.strip());
        }
        return said;
    }
}
