package io.manta.config.kuberay;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Names that Kubernetes takes, each given out once. */
final class ObjectNames {
    /** Where the name stands that was changed for Kubernetes. */
    static final String NODE_TYPE = "manta.io/node-type";

    /** The operator makes longer names of this one. */
    static final int LONGEST = 50;

    private final Set<String> taken = new HashSet<>();

    String given(String name) {
        String plain =
                name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-+|-+$", "");
        String start = plain.isEmpty() || !Character.isLetter(plain.charAt(0)) ? "ray-" + plain : plain;
        String first = trimmed(start, LONGEST);
        String free = first;
        for (int i = 2; !taken.add(free); i++) {
            String end = "-" + i;
            free = trimmed(first, LONGEST - end.length()) + end;
        }
        return free;
    }

    private static String trimmed(String name, int length) {
        return name.length() <= length
                ? name.replaceAll("-+$", "")
                : name.substring(0, length).replaceAll("-+$", "");
    }
}
