package io.manta.provider.kubernetes.pod;

import io.manta.provider.kubernetes.api.Manifest;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tags as labels, for people and selectors; as annotations where a label cannot hold the value. */
public final class PodTags {
    /** In front of what is ours in annotations. */
    public static final String OURS = "manta.io/";

    private static final String TAG = OURS + "tag-";
    private static final int LONGEST = 63;
    private static final Pattern LABEL = Pattern.compile("([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)?");

    private PodTags() {}

    public static boolean fits(String value) {
        return value.length() <= LONGEST && LABEL.matcher(value).matches();
    }

    /** Puts them on a manifest that is about to be made. */
    static void put(Map<String, Object> metadata, Map<String, String> tags) {
        tags.forEach((key, value) -> {
            if (fits(value)) {
                Manifest.table(metadata, "labels").put(key, value);
            } else {
                Manifest.table(metadata, "annotations").put(TAG + key, value);
            }
        });
    }

    /** The change that brings them to a pod that is there; what was there under the other form goes. */
    static Map<String, Object> change(Map<String, String> tags, Map<String, String> annotations) {
        var labels = new LinkedHashMap<String, @Nullable Object>();
        var notes = new LinkedHashMap<String, @Nullable Object>(annotations);
        tags.forEach((key, value) -> {
            boolean fits = fits(value);
            labels.put(key, fits ? value : null);
            notes.put(TAG + key, fits ? null : value);
        });
        return Map.of("metadata", Map.of("labels", labels, "annotations", notes));
    }

    static Map<String, String> read(Map<String, Object> pod) {
        var tags = new HashMap<>(Manifest.texts(pod, "metadata", "labels"));
        Manifest.texts(pod, "metadata", "annotations").forEach((key, value) -> {
            if (key.startsWith(TAG)) {
                tags.put(key.substring(TAG.length()), value);
            }
        });
        return tags;
    }
}
