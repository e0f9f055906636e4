package io.manta.controller.home;

import io.manta.spi.model.Machine;
import io.manta.spi.model.Tags;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Which cluster of a name this is, and whose. Names are chosen by people and collide; every machine carries both marks, so that
 * nobody ends a colleague's cluster by accident.
 *
 * @param id random
 * @param owner {@code user-at-host}, in letters that every provider's tags allow
 */
public record ClusterIdentity(String id, String owner) {
    private static final int LONGEST = 40;

    /** A cluster that is brought up for the first time, by whoever runs this process. */
    public static ClusterIdentity fresh() {
        var bytes = new byte[6];
        new SecureRandom().nextBytes(bytes);
        return new ClusterIdentity(HexFormat.of().formatHex(bytes), self());
    }

    /** Whoever runs this process. */
    public static String self() {
        String words = (System.getProperty("user.name", "") + "-at-" + host())
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-+", "");
        return (words.length() > LONGEST ? words.substring(0, LONGEST) : words).replaceAll("-+$", "");
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }

    public Map<String, String> marks() {
        return Map.of(Tags.CLUSTER_ID, id, Tags.OWNER, owner);
    }

    /** Machines that belong to another cluster of the same name. Those made before there were marks are taken for ours. */
    public List<Machine> strangers(List<Machine> machines) {
        return machines.stream()
                .filter(machine ->
                        !machine.tags().getOrDefault(Tags.CLUSTER_ID, id).equals(id))
                .toList();
    }

    /** Machines that somebody without a record here cannot call his own: another owner's, and those without a mark. */
    public static List<Machine> notMine(List<Machine> machines) {
        String self = self();
        return machines.stream()
                .filter(machine -> !machine.tags().getOrDefault(Tags.OWNER, "").equals(self))
                .toList();
    }
}
