package io.manta.provider.aws.access;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.AwsErrors;
import io.manta.provider.aws.client.AwsProblems;
import io.manta.provider.aws.instance.Instances;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.provider.ProviderException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;
import software.amazon.awssdk.services.ec2.model.KeyPairInfo;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.TagSpecification;

/**
 * The key that opens the nodes. Made here and only its public half told to EC2; a key the user names is used instead. Either
 * way the private half lies in the cluster's directory, from where it goes to the head.
 */
public final class KeyPairs {
    private static final String FINGERPRINT = "manta-key";

    private final AwsSettings settings;
    private final AwsClients clients;
    private final Owned owned;
    private final Instances instances;
    private final Path directory;

    public KeyPairs(AwsSettings settings, AwsClients clients, Owned owned, Instances instances, Path directory) {
        this.settings = settings;
        this.clients = clients;
        this.owned = owned;
        this.instances = instances;
        this.directory = directory;
    }

    /** Where the private half lies, here and on the head. */
    public Path file() {
        return directory.resolve("cluster_key");
    }

    public String name() {
        return settings.keyName().orElse(owned.name());
    }

    /** The user's own private key, when there is one for the name in the configuration. */
    public Optional<Path> usersKey() {
        Path home = Path.of(System.getProperty("user.home"));
        Optional<Path> given = settings.auth()
                .sshPrivateKey()
                .map(text -> text.startsWith("~/") ? home.resolve(text.substring(2)) : Path.of(text));
        return given.or(() -> settings.keyName()
                .map(name -> home.resolve(".ssh").resolve(name + ".pem"))
                .filter(Files::exists));
    }

    /** Returns the name that launches refer to; empty when the node types name their own. */
    public String ensure() throws ProviderException, InterruptedException {
        try {
            Files.createDirectories(directory);
            Optional<Path> users = usersKey();
            if (users.isPresent()) {
                Files.copy(users.get(), file(), StandardCopyOption.REPLACE_EXISTING);
                Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-------"));
                return settings.auth().sshPrivateKey().isPresent() ? "" : name();
            }
            makeFile();
            String line = Files.readString(publicFile()).strip();
            if (!upload(line) && !isSame(line)) {
                replace(line);
            }
            return name();
        } catch (IOException e) {
            throw AwsProblems.files("keep the cluster's SSH key", e);
        }
    }

    private Path publicFile() {
        return directory.resolve("cluster_key.pub");
    }

    private void makeFile() throws IOException, ProviderException, InterruptedException {
        if (Files.exists(publicFile())) {
            return;
        }
        Files.deleteIfExists(file());
        Process process = new ProcessBuilder(
                        "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", owned.name(), "-f", file().toString())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw AwsProblems.noKey(said.strip());
        }
    }

    private boolean upload(String line) throws ProviderException, InterruptedException {
        TagSpecification tags = owned.specification(ResourceType.KEY_PAIR);
        var marked = new java.util.ArrayList<>(tags.tags());
        marked.add(Tag.builder().key(FINGERPRINT).value(Owned.hash(line)).build());
        return AwsClients.ask("make the key pair " + name(), () -> {
            try {
                clients.ec2()
                        .importKeyPair(r -> r.keyName(name())
                                .publicKeyMaterial(SdkBytes.fromUtf8String(line))
                                .tagSpecifications(
                                        List.of(tags.toBuilder().tags(marked).build())));
                return true;
            } catch (Ec2Exception e) {
                if (AwsErrors.code(e).equals("InvalidKeyPair.Duplicate")) {
                    return false;
                }
                throw e;
            }
        });
    }

    public Optional<KeyPairInfo> find() throws ProviderException, InterruptedException {
        return AwsClients.ask(
                "look for the key pair " + name(),
                () ->
                        clients
                                .ec2()
                                .describeKeyPairs(r -> r.filters(Owned.filter("key-name", name())))
                                .keyPairs()
                                .stream()
                                .findFirst());
    }

    private boolean isSame(String line) throws ProviderException, InterruptedException {
        return find().filter(pair -> owned.isOurs(pair.tags())
                        && pair.tags().stream()
                                .anyMatch(tag -> tag.key().equals(FINGERPRINT)
                                        && tag.value().equals(Owned.hash(line))))
                .isPresent();
    }

    /** A pair of ours whose private half is lost opens nothing any more, unless there are machines that know it. */
    private void replace(String line) throws ProviderException, InterruptedException {
        boolean ours = find().filter(pair -> owned.isOurs(pair.tags())).isPresent();
        boolean used = instances.look().stream().anyMatch(i -> i.state().name() != InstanceStateName.TERMINATED);
        if (!ours || used) {
            throw AwsProblems.keyMismatch(name());
        }
        AwsClients.ask("replace the key pair " + name(), () -> clients.ec2().deleteKeyPair(r -> r.keyName(name())));
        upload(line);
    }
}
