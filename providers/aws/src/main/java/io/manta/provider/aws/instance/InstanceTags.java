package io.manta.provider.aws.instance;

import io.manta.spi.model.Tags;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.Tag;

/** Tags as EC2 has them and as the rest of the program knows them: the console's name column is called {@code Name}. */
public final class InstanceTags {
    /** Not empty on an instance that {@code manta stop} wants stopped. */
    public static final String STOPPED = "manta-rest";

    private static final String NAME = "Name";

    private InstanceTags() {}

    public static Map<String, String> outward(Map<String, String> tags) {
        var out = new LinkedHashMap<>(tags);
        String name = out.remove(Tags.NAME);
        if (name != null) {
            out.put(NAME, name);
        }
        return out;
    }

    public static Map<String, String> inward(Instance instance) {
        var raw = new HashMap<String, String>();
        for (Tag tag : instance.tags()) {
            raw.put(tag.key(), tag.value());
        }
        var out = new HashMap<String, String>();
        raw.forEach((key, value) -> {
            if (!Batch.isTag(key)) {
                out.put(key.equals(NAME) ? Tags.NAME : key, value);
            }
        });
        if (!out.containsKey(Tags.NODE_ID)) {
            int index = instance.amiLaunchIndex() == null ? 0 : instance.amiLaunchIndex();
            Batch.node(raw, index).ifPresent(node -> out.put(Tags.NODE_ID, node));
        }
        return out;
    }

    /** Whether it shall be stopped, whatever its state is now. */
    public static boolean isMeantToStop(Instance instance) {
        return instance.tags().stream()
                .anyMatch(tag -> tag.key().equals(STOPPED) && !tag.value().isEmpty());
    }

    /** For disks and interfaces: whose they are. */
    public static Map<String, String> essential(Map<String, String> tags) {
        var out = new LinkedHashMap<String, String>();
        for (String key : new String[] {Tags.CLUSTER, Tags.ROLE, Tags.TYPE}) {
            String value = tags.get(key);
            if (value != null) {
                out.put(key, value);
            }
        }
        return out;
    }
}
