package io.manta.provider.aws.instance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The names of all nodes of one RunInstances call. EC2 puts the same tags on every instance of a call, so each carries the
 * whole list, and its place in the call (the launch index) says which name is its own: known from the first moment, also to
 * whoever comes after a crash, without a second call.
 */
public record Batch(List<String> nodes) {
    /** At most so many in a call: EC2 advises several calls of 100 over a bigger one. */
    public static final int LIMIT = 100;

    private static final String TAG = "manta-batch-";
    private static final int ROOM = 250;

    public Batch {
        nodes = List.copyOf(nodes);
    }

    /** Tag values are short, so the list is written without its common beginning, over as many tags as it needs. */
    public Map<String, String> tags() {
        String prefix = commonPrefix();
        var suffixes =
                nodes.stream().map(node -> node.substring(prefix.length())).toList();
        String text = prefix + "/" + String.join("/", suffixes);
        var tags = new LinkedHashMap<String, String>();
        for (int at = 0; at < text.length(); at += ROOM) {
            tags.put(TAG + tags.size(), text.substring(at, Math.min(text.length(), at + ROOM)));
        }
        return tags;
    }

    public static boolean isTag(String name) {
        return name.startsWith(TAG);
    }

    /** The name of the instance with this launch index, when its tags hold a list. */
    public static Optional<String> node(Map<String, String> tags, int index) {
        var text = new StringBuilder();
        for (int i = 0; ; i++) {
            @Nullable String part = tags.get(TAG + i);
            if (part == null) {
                break;
            }
            text.append(part);
        }
        if (text.isEmpty()) {
            return Optional.empty();
        }
        String[] parts = text.toString().split("/", -1);
        return index + 1 < parts.length ? Optional.of(parts[0] + parts[index + 1]) : Optional.empty();
    }

    public static List<Batch> of(List<String> nodes) {
        var batches = new ArrayList<Batch>();
        var sorted = nodes.stream().sorted().toList();
        for (int at = 0; at < sorted.size(); at += LIMIT) {
            batches.add(new Batch(sorted.subList(at, Math.min(sorted.size(), at + LIMIT))));
        }
        return batches;
    }

    private String commonPrefix() {
        String prefix = nodes.getFirst();
        for (String node : nodes) {
            while (!node.startsWith(prefix)) {
                prefix = prefix.substring(0, prefix.length() - 1);
            }
        }
        return prefix;
    }
}
