package io.manta.provider.aws.settings;

import io.manta.spi.model.AuthSettings;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.ProviderSettings;
import io.manta.spi.provider.ImageBakery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a configuration says under {@code provider:}.
 *
 * @param zones in order of preference; empty means all
 * @param rayDefaults Ray's old ways: SSH open to the world, broad managed policies, IMDSv1, volumes as they come
 * @param makeVpc make a network of our own instead of using what is there
 * @param sharedFiles a file system that all nodes share; an image is made without it
 * @param monitoring what CloudWatch shall have; empty when nothing of it is mentioned
 * @param watchInterruptions whether nodes look out for interruptions themselves
 * @param fallback other ways to get a machine, each overriding keys of a node's settings
 */
public record AwsSettings(
        String cluster,
        String region,
        Optional<String> profile,
        Map<String, Object> credentials,
        List<String> zones,
        boolean internalAddresses,
        boolean externalHead,
        boolean stopInsteadOfEnd,
        Optional<String> groupName,
        List<Map<String, Object>> groupRules,
        Optional<String> keyName,
        List<String> sshFrom,
        Map<String, String> tags,
        boolean rayDefaults,
        boolean makeVpc,
        List<Map<String, Object>> fallback,
        Optional<String> placementGroup,
        Optional<SharedFiles> sharedFiles,
        Optional<Monitoring> monitoring,
        boolean watchInterruptions,
        AuthSettings auth,
        boolean docker) {
    public static AwsSettings of(ClusterConfig config) {
        ProviderSettings provider = config.provider();
        Map<String, Object> group = map(provider.settings().get("security_group"));
        boolean bakes = config.name().endsWith(ImageBakery.SUFFIX);
        return new AwsSettings(
                config.name(),
                provider.text("region").orElse("us-west-2"),
                provider.text("profile"),
                map(provider.settings().get("aws_credentials")),
                words(provider.settings().get("availability_zone")),
                provider.flag("use_internal_ips", false),
                provider.flag("use_external_head_ip", false),
                provider.flag("cache_stopped_nodes", false),
                Optional.ofNullable(group.get("GroupName")).map(Object::toString),
                maps(group.get("IpPermissions")),
                Optional.ofNullable(map(provider.settings().get("key_pair")).get("key_name"))
                        .map(Object::toString),
                words(provider.settings().get("allowed_ssh_cidr")),
                texts(provider.settings().get("tags")),
                provider.text("security").filter("ray"::equals).isPresent(),
                provider.text("vpc").filter("make"::equals).isPresent(),
                maps(provider.settings().get("fallback")),
                provider.text("placement_group"),
                SharedFiles.of(provider.settings().get("efs")).filter(files -> !bakes),
                Monitoring.of(provider.settings().get("cloudwatch")).filter(watch -> !bakes),
                provider.flag("interruption_agent", true),
                config.auth(),
                config.docker().isPresent());
    }

    /** Whether a node is reached from the user's machine by its inner address. */
    public boolean reachesInside(boolean head) {
        return internalAddresses && !(head && externalHead);
    }

    public static Map<String, Object> map(@Nullable Object value) {
        var out = new LinkedHashMap<String, Object>();
        if (value instanceof Map<?, ?> entries) {
            entries.forEach((key, entry) -> out.put(String.valueOf(key), entry));
        }
        return out;
    }

    public static List<Map<String, Object>> maps(@Nullable Object value) {
        var out = new ArrayList<Map<String, Object>>();
        if (value instanceof List<?> items) {
            items.forEach(item -> out.add(map(item)));
        }
        return out;
    }

    public static Map<String, String> texts(@Nullable Object value) {
        var out = new LinkedHashMap<String, String>();
        map(value).forEach((key, entry) -> out.put(key, String.valueOf(entry)));
        return out;
    }

    /** One text with commas, or a list of texts. */
    public static List<String> words(@Nullable Object value) {
        Stream<?> parts = value instanceof List<?> list
                ? list.stream()
                : value == null ? Stream.of() : Stream.of(value.toString().split(",", -1));
        return parts.map(part -> String.valueOf(part).strip())
                .filter(part -> !part.isEmpty())
                .toList();
    }
}
