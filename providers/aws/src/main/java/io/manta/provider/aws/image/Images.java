package io.manta.provider.aws.image;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.AwsErrors;
import io.manta.provider.aws.settings.FactCache;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ProviderException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.Image;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ssm.model.Parameter;

/** Current images, resolved from the public parameters their makers keep up to date in every region. */
public final class Images {
    private static final String RESOLVE = "resolve:ssm:";

    private final AwsClients clients;
    private final FactCache cache;
    private final String region;

    public Images(AwsClients clients, FactCache cache, String region) {
        this.clients = clients;
        this.cache = cache;
        this.region = region;
    }

    /**
     * @param rootDevice the name of the root volume
     * @param rootGiB the size it has when nothing else is said
     * @param setup fingerprint of what was done to the machine it was made of; empty when nobody knows
     */
    public record Facts(String id, String name, String architecture, String rootDevice, int rootGiB, String setup) {}

    /** The parameter that a configured image means on an architecture; empty when it is an image's id already. */
    public static Optional<String> parameter(Optional<String> configured, String architecture, boolean gpu) {
        String wanted = configured.orElse(gpu ? "latest_dlami" : "ubuntu");
        String arm = architecture.equals("arm64") ? "arm64" : "x86_64";
        return switch (wanted.toLowerCase(Locale.ROOT)) {
            case "latest_dlami" ->
                Optional.of("/aws/service/deeplearning/ami/" + arm
                        + "/base-oss-nvidia-driver-gpu-ubuntu-22.04/latest/ami-id");
            case "ubuntu" ->
                Optional.of("/aws/service/canonical/ubuntu/server/24.04/stable/current/"
                        + (arm.equals("arm64") ? "arm64" : "amd64") + "/hvm/ebs-gp3/ami-id");
            case "amazon-linux" -> Optional.of("/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-" + arm);
            default -> wanted.startsWith(RESOLVE) ? Optional.of(wanted.substring(RESOLVE.length())) : Optional.empty();
        };
    }

    /** Image ids by parameter; those that do not exist in this region are left out. */
    public Map<String, String> resolve(Collection<String> parameters) throws ProviderException, InterruptedException {
        var found = new LinkedHashMap<String, String>();
        var unknown = new TreeSet<String>();
        for (String parameter : parameters) {
            cache.get("image/" + region + parameter)
                    .ifPresentOrElse(
                            map -> found.put(parameter, String.valueOf(map.get("id"))), () -> unknown.add(parameter));
        }
        if (!unknown.isEmpty()) {
            List<Parameter> answers = AwsClients.ask(
                    "look up current images",
                    () -> clients.ssm().getParameters(r -> r.names(unknown)).parameters());
            var entries = new LinkedHashMap<String, Map<String, Object>>();
            for (Parameter answer : answers) {
                found.put(answer.name(), answer.value());
                entries.put("image/" + region + answer.name(), Map.of("id", answer.value()));
            }
            cache.put(entries);
        }
        return found;
    }

    /** An image never changes, so what it is like is asked once. */
    public Map<String, Facts> describe(Collection<String> ids) throws ProviderException, InterruptedException {
        var found = new LinkedHashMap<String, Facts>();
        var unknown = new TreeSet<String>();
        for (String id : ids) {
            cache.get("ami/" + region + "/" + id)
                    .ifPresentOrElse(map -> found.put(id, read(id, map)), () -> unknown.add(id));
        }
        if (!unknown.isEmpty()) {
            var entries = new LinkedHashMap<String, Map<String, Object>>();
            for (Image image : ask(unknown)) {
                Facts facts = facts(image);
                found.put(image.imageId(), facts);
                entries.put(
                        "ami/" + region + "/" + image.imageId(),
                        Map.of(
                                "name", facts.name(),
                                "architecture", facts.architecture(),
                                "root", facts.rootDevice(),
                                "gib", facts.rootGiB(),
                                "setup", facts.setup()));
            }
            cache.put(entries);
        }
        return found;
    }

    private List<Image> ask(Collection<String> ids) throws ProviderException, InterruptedException {
        return AwsClients.ask("describe the images " + ids, () -> {
            try {
                return clients.ec2().describeImages(r -> r.imageIds(ids)).images();
            } catch (Ec2Exception e) {
                if (AwsErrors.code(e).startsWith("InvalidAMIID")) {
                    return List.<Image>of();
                }
                throw e;
            }
        });
    }

    private static Facts facts(Image image) {
        int size = image.blockDeviceMappings().stream()
                .filter(m -> m.ebs() != null
                        && m.ebs().volumeSize() != null
                        && String.valueOf(m.deviceName()).equals(image.rootDeviceName()))
                .mapToInt(m -> m.ebs().volumeSize())
                .findFirst()
                .orElse(8);
        return new Facts(
                image.imageId(),
                String.valueOf(image.name()),
                image.architectureAsString(),
                Optional.ofNullable(image.rootDeviceName()).orElse("/dev/sda1"),
                size,
                image.tags().stream()
                        .filter(tag -> tag.key().equals(Tags.SETUP_HASH))
                        .map(Tag::value)
                        .findFirst()
                        .orElse(""));
    }

    private static Facts read(String id, Map<String, Object> map) {
        int size = map.get("gib") instanceof Number number ? number.intValue() : 8;
        return new Facts(
                id,
                String.valueOf(map.get("name")),
                String.valueOf(map.get("architecture")),
                String.valueOf(map.get("root")),
                size,
                String.valueOf(map.getOrDefault("setup", "")));
    }
}
