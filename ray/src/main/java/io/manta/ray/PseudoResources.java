package io.manta.ray;

import java.util.regex.Pattern;

/** Tells the resources a machine brings from those Ray makes up to steer its own scheduling. */
final class PseudoResources {
    /** {@code CPU_group_<id>}, {@code bundle_group_0_<id>}: capacity set aside for a placement group; ids are 18 bytes. */
    private static final Pattern OF_PLACEMENT_GROUP = Pattern.compile(".+_group_(?:\\d+_)?[0-9a-f]{36}");

    private PseudoResources() {}

    static boolean isPseudo(String name) {
        // Asked for every resource of every node each second: most names are settled without the pattern.
        return isNodePin(name)
                || (name.contains("_group_") && OF_PLACEMENT_GROUP.matcher(name).matches());
    }

    /** {@code node:<address>} and {@code node:__internal_head__} exist on one node each. */
    private static boolean isNodePin(String name) {
        return name.startsWith("node:") && !isImplicit(name);
    }

    /** Every node has one of these, and reports it only while some of it is in use. */
    static boolean isImplicit(String name) {
        return name.startsWith("node:__internal_implicit_resource_");
    }
}
