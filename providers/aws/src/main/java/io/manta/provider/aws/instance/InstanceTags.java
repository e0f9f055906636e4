package io.manta.provider.aws.instance;

import io.manta.provider.aws.settings.Owned;
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
            if (!Batch.isTag(key) && !key.equals(Owned.MARK)) {
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

    /**
     * Whether Manta made it for this cluster. What only carries Ray's name of the cluster is somebody else's, such as {@code ray
     * up}'s. Instances of older versions have a node's id and no mark.
     */
    public static boolean isOurs(Instance instance, String cluster) {
        boolean named = false;
        for (Tag tag : instance.tags()) {
            if (tag.key().equals(Owned.MARK)) {
                return tag.value().equals(cluster);
            }
            named = named || tag.key().equals(Tags.NODE_ID) || Batch.isTag(tag.key());
        }
        return named;
    }

    /** For disks and interfaces: whose they are. */
    public static Map<String, String> essential(Map<String, String> tags) {
        var out = new LinkedHashMap<String, String>();
        for (String key : new String[] {Tags.CLUSTER, Tags.ROLE, Tags.TYPE, Tags.CLUSTER_ID, Tags.OWNER, Owned.MARK}) {
            String value = tags.get(key);
            if (value != null) {
                out.put(key, value);
            }
        }
        return out;
    }
}
