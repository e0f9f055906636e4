package io.manta.provider.aws.settings;

import io.manta.spi.model.Tags;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.TagSpecification;

/** The mark of what a cluster made, and the names it gives. Only what carries the mark is ever removed. */
public final class Owned {
    /** On everything; its value is the cluster's name. */
    public static final String MARK = "manta-cluster";

    private final AwsSettings settings;

    public Owned(AwsSettings settings) {
        this.settings = settings;
    }

    public Map<String, String> marks() {
        var marks = new LinkedHashMap<>(settings.tags());
        marks.put(Tags.CLUSTER, settings.cluster());
        marks.put(MARK, settings.cluster());
        return marks;
    }

    public TagSpecification specification(ResourceType kind) {
        return TagSpecification.builder().resourceType(kind).tags(tags(marks())).build();
    }

    public TagSpecification specification(ResourceType kind, String name) {
        var marks = marks();
        marks.put("Name", name);
        return TagSpecification.builder().resourceType(kind).tags(tags(marks)).build();
    }

    public static List<Tag> tags(Map<String, String> map) {
        return map.entrySet().stream()
                .map(e -> Tag.builder().key(e.getKey()).value(e.getValue()).build())
                .toList();
    }

    public Filter filter() {
        return filter("tag:" + MARK, settings.cluster());
    }

    public static Filter filter(String name, String... values) {
        return Filter.builder().name(name).values(values).build();
    }

    public boolean isOurs(List<Tag> tags) {
        return tags.stream()
                .anyMatch(tag -> tag.key().equals(MARK) && tag.value().equals(settings.cluster()));
    }

    /** Unique in the region. */
    public String name() {
        return limited("manta-" + settings.cluster(), 200);
    }

    /** IAM is one for all regions, and its names are short. */
    public String roleName() {
        return roleName(settings.cluster());
    }

    /** The same for another cluster of the same user. */
    public String roleName(String cluster) {
        return limited("manta-" + cluster + "-" + settings.region() + "-head", 64);
    }

    private static String limited(String name, int limit) {
        String safe = name.replaceAll("[^A-Za-z0-9+=,.@_-]", "-");
        return safe.length() <= limit && safe.equals(name)
                ? safe
                : safe.substring(0, Math.min(safe.length(), limit - 9)) + "-"
                        + hash(name).substring(0, 8);
    }

    public static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
