package io.manta.provider.kubernetes.pod;

import io.manta.spi.model.NodeId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** A pod's name from its node's id: the same every time, and never that of another cluster's pod. */
public final class PodNames {
    // A pod's name is its host name, which may be no longer.
    private static final int LONGEST = 63;
    private static final int KEPT = 50;

    private PodNames() {}

    public static String of(String cluster, NodeId node) {
        String prefix = "ray-" + cluster + "-";
        String full = node.value().startsWith(prefix) ? node.value() : prefix + node.value();
        String plain =
                full.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9-]", "-").replaceAll("^-+|-+$", "");
        if (plain.equals(full) && plain.length() <= LONGEST) {
            return plain;
        }
        return plain.substring(0, Math.min(KEPT, plain.length())) + "-" + digest(full);
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
