package io.manta.provider.gcp.setting;

import io.manta.provider.gcp.api.Doc;
import io.manta.spi.model.NodeRole;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The names of what a cluster makes, and the mark in its description: firewall rules and service accounts have no labels. Only
 * what carries the mark is ever removed.
 */
public final class Owned {
    private static final Pattern MARK = Pattern.compile("manta-cluster=(\\S+) region=(\\S+)");
    private static final int ROOM = 40;
    private static final int ACCOUNT_ROOM = 17;
    private static final int LONGEST_NAME = 63;
    private static final int HASH = 8;

    private final GcpSettings settings;

    public Owned(GcpSettings settings) {
        this.settings = settings;
    }

    /** For everything that is made once; unique in the project, which spans all regions. */
    public String name() {
        return "manta-" + cut(settings.cluster(), ROOM) + "-" + short8(settings.cluster() + "/" + settings.region());
    }

    /** The part before the at sign, of 6 to 30 characters. */
    public String accountId() {
        return "m-" + cut(settings.cluster(), ACCOUNT_ROOM) + "-"
                + short8("account/" + settings.cluster() + "/" + settings.region());
    }

    public String accountEmail() {
        return accountId() + "@" + domain(settings.project()) + ".iam.gserviceaccount.com";
    }

    /** Old projects are named {@code example.com:project}. */
    private static String domain(String project) {
        int colon = project.indexOf(':');
        return colon < 0 ? project : project.substring(colon + 1) + "." + project.substring(0, colon);
    }

    public String mark() {
        return "manta-cluster=" + settings.cluster() + " region=" + settings.region();
    }

    public boolean isOurs(Doc thing) {
        return clusterOf(thing).filter(settings.cluster()::equals).isPresent();
    }

    /** The cluster that made a thing in this region, by the mark on it. */
    public Optional<String> clusterOf(Doc thing) {
        Matcher found = MARK.matcher(thing.text("description"));
        return found.find() && found.group(2).equals(settings.region())
                ? Optional.of(found.group(1))
                : Optional.empty();
    }

    /**
     * The instance's name: the node's own where that is unique in the project, else with a number that makes it so.
     *
     * @param plain whether it is the node's own
     */
    public record InstanceName(String text, boolean plain) {}

    public InstanceName instance(String nodeId) {
        boolean unique = nodeId.matches("ray-" + Pattern.quote(settings.cluster()) + "-[a-z]+-[a-z0-9]{8,}");
        if (unique && nodeId.length() <= LONGEST_NAME) {
            return new InstanceName(nodeId, true);
        }
        String short_ = cut(safe(nodeId), LONGEST_NAME - HASH - 1);
        return new InstanceName(
                short_ + "-" + short8(settings.cluster() + "/" + settings.region() + "/" + nodeId), false);
    }

    private static String safe(String nodeId) {
        return nodeId.matches("[a-z][-a-z0-9]*") ? nodeId : "n-" + nodeId.replaceAll("[^-a-z0-9]", "-");
    }

    /** What the names of this cluster's machines and their disks begin with. */
    public List<String> beginnings() {
        return Stream.of(NodeRole.HEAD, NodeRole.WORKER)
                .map(role -> safe("ray-" + settings.cluster() + "-" + role.tag() + "-"))
                .map(text -> text.substring(0, Math.min(text.length(), LONGEST_NAME - HASH - 2)))
                .distinct()
                .toList();
    }

    /** What {@link #instance} was given, when its name still tells. */
    public static String nodeId(String instanceName, boolean plain) {
        return plain ? instanceName : instanceName.substring(0, Math.max(1, instanceName.length() - HASH - 1));
    }

    private static String cut(String text, int room) {
        String part = text.length() <= room ? text : text.substring(0, room);
        return part.endsWith("-") ? part.substring(0, part.length() - 1) : part;
    }

    private static String short8(String text) {
        return HexFormat.of().formatHex(digest(text)).substring(0, HASH);
    }

    /** The same for the same text: what Google calls a request id. */
    public static String requestId(String text) {
        byte[] bytes = digest(text);
        long most = 0;
        long least = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            most = (most << Byte.SIZE) | (bytes[i] & 0xff);
            least = (least << Byte.SIZE) | (bytes[i + Long.BYTES] & 0xff);
        }
        // Marked as a random one of the usual kind, which is what it looks like.
        return new UUID((most & ~0xf000L) | 0x4000L, (least & ~(3L << 62)) | (1L << 63)).toString();
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
