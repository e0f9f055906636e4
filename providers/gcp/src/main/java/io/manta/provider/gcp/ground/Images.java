package io.manta.provider.gcp.ground;

import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.GcpProblems;
import io.manta.provider.gcp.api.Reply;
import io.manta.provider.gcp.api.Request;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.api.Service;
import io.manta.provider.gcp.setting.Ways;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.ProviderException.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Boot images: the user's, or a current one for the machine type. A family always means its newest image. */
public final class Images {
    private static final String UBUNTU = "projects/ubuntu-os-cloud/global/images/family/ubuntu-2404-lts-amd64";
    private static final String UBUNTU_ARM = "projects/ubuntu-os-cloud/global/images/family/ubuntu-2404-lts-arm64";
    private static final String GPU =
            "projects/deeplearning-platform-release/global/images/family/common-cu128-ubuntu-2204-nvidia-570";
    private static final Pattern ARM = Pattern.compile("(t2a|c4a|n4a)-.*");
    private static final Pattern PATH = Pattern.compile("(?:projects/([^/]+)/)?global/images/(family/)?([^/]+)");

    private final Rest rest;
    private final Ways ways;
    private final Map<String, Reply> known = new ConcurrentHashMap<>();

    public Images(Rest rest, Ways ways) {
        this.rest = rest;
        this.ways = ways;
    }

    /** The image of machines that name none. */
    static String usual(Ways.Way way) {
        return way.hasGpus() ? GPU : ARM.matcher(way.machineType()).matches() ? UBUNTU_ARM : UBUNTU;
    }

    /** For the ways of all node types that need one, without asking. */
    public Map<String, String> chosen(ClusterConfig config) {
        var chosen = new LinkedHashMap<String, String>();
        for (NodeType type : config.nodeTypes().values()) {
            for (Ways.Way way : ways.of(type)) {
                if (!way.isTpu()) {
                    chosen.put(Foundation.imageKey(type.name(), way.machineType()), usual(way));
                }
            }
        }
        return chosen;
    }

    /** The image a way boots from; empty when a template, a snapshot or a disk brings it. */
    public Optional<String> boot(Ways.Way way) {
        Doc node = new Doc(way.nodeConfig());
        if (way.isTpu()) {
            return Optional.empty();
        }
        if (!node.has("disks")) {
            return node.has("sourceInstanceTemplate") || node.has("sourceMachineImage")
                    ? Optional.empty()
                    : Optional.of(usual(way));
        }
        return node.docs("disks").stream()
                .filter(disk -> disk.flag("boot"))
                .findFirst()
                .map(disk -> disk.has("source") || disk.doc("initializeParams").has("sourceSnapshot")
                        ? ""
                        : disk.doc("initializeParams").has("sourceImage")
                                ? disk.doc("initializeParams").text("sourceImage")
                                : usual(way))
                .filter(image -> !image.isEmpty());
    }

    /** Looks whether it exists and fits; returns its own name. */
    public String check(NodeType type, Ways.Way way, String image) throws ProviderException, InterruptedException {
        Matcher path = PATH.matcher(Networks.path(image));
        if (!path.find()) {
            return image;
        }
        String project = path.group(1) == null ? rest.project() : path.group(1);
        String family = path.group(2) == null ? "" : path.group(2);
        String full = "projects/" + project + "/global/images/" + family + path.group(3);
        Reply reply = known.get(full);
        if (reply == null) {
            reply = rest.ask("look for the image " + full, Request.get(Service.COMPUTE, full), Set.of(403, 404));
            known.put(full, reply);
        }
        if (reply.body().text("message").contains("has not been used in project")) {
            throw new ProviderException(
                    Kind.DENIED,
                    GcpProblems.notEnabled(
                            Service.COMPUTE.domain(),
                            rest.project(),
                            reply.body().text("message")));
        }
        if (!reply.isOk()) {
            throw GcpProblems.noImage(type.name(), full, reply.body().text("message"));
        }
        String architecture = reply.body().text("architecture");
        boolean arm = ARM.matcher(way.machineType()).matches();
        if (!architecture.isEmpty() && !way.machineType().isEmpty() && arm != architecture.equals("ARM64")) {
            throw GcpProblems.architecture(type.name(), Doc.lastPart(full), architecture, way.machineType());
        }
        return reply.body().text("name");
    }
}
