package io.manta.provider.gcp.setting;

import io.manta.provider.gcp.api.Doc;
import java.util.Locale;
import java.util.Map;

/** What Cloud TPU calls its pods, and how many hosts they have. */
public final class Tpus {
    // v5e, v6e and later are counted in chips, older ones in cores, two to a chip.
    private static final String IN_CHIPS = "v5litepod|v5e|v6e";

    private Tpus() {}

    /** Such as {@code v4-16}; a topology says the same in other words. */
    public static String name(Map<String, Object> nodeConfig) {
        Doc node = new Doc(nodeConfig);
        if (node.has("acceleratorType")) {
            return node.text("acceleratorType");
        }
        Doc config = node.doc("acceleratorConfig");
        String version = config.text("type").toLowerCase(Locale.ROOT).replace('_', '-');
        long chips = 1;
        for (String side : config.text("topology").split("x", -1)) {
            chips *= side.matches("\\d+") ? Long.parseLong(side) : 1;
        }
        return version + "-" + (version.matches(IN_CHIPS) ? chips : chips * 2);
    }

    /** The resource of a pod's first host, by which Ray finds whole pods. */
    public static String headResource(Map<String, Object> nodeConfig) {
        return "TPU-" + name(nodeConfig) + "-head";
    }
}
