package io.manta.provider.gcp.ground;

import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.GcpProblems;
import io.manta.provider.gcp.api.Request;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.api.Service;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.provider.ProviderException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The network machines are in: one that a node type names, of a shared VPC perhaps, or the project's own in the region. */
public final class Networks {
    private static final Pattern PROJECT = Pattern.compile("projects/([^/]+)/");

    private final GcpSettings settings;
    private final Rest rest;
    private @Nullable List<Doc> known;

    public Networks(GcpSettings settings, Rest rest) {
        this.settings = settings;
        this.rest = rest;
    }

    /**
     * A subnet and its network.
     *
     * @param project whose they are: another one's in a shared VPC
     */
    public record Ground(String subnet, String network, String project) {}

    /** All in the region, the default network's first; asked once. */
    public synchronized List<Doc> subnets() throws ProviderException, InterruptedException {
        List<Doc> subnets = known;
        if (subnets == null) {
            subnets = rest
                    .list(
                            "list the subnets of " + settings.region(),
                            Request.get(
                                    Service.COMPUTE,
                                    "projects/" + rest.project() + "/regions/" + settings.region() + "/subnetworks"),
                            "items")
                    .stream()
                    // A subnet for load balancers or private services takes no machines.
                    .filter(subnet -> subnet.text("purpose").isEmpty()
                            || subnet.text("purpose").equals("PRIVATE"))
                    .sorted(Comparator.comparing(
                            subnet -> !subnet.name("network").equals("default")))
                    .toList();
            known = subnets;
        }
        return subnets;
    }

    public Ground ground(ClusterConfig config) throws ProviderException, InterruptedException {
        Optional<String> named = named(config);
        if (named.isPresent()) {
            return given(named.get());
        }
        Doc first = subnets().stream()
                .findFirst()
                .orElseThrow(() -> GcpProblems.noSubnet(settings.region(), rest.project()));
        return new Ground(path(first.text("selfLink")), path(first.text("network")), rest.project());
    }

    /** The subnet that node types name, the head's first. */
    private static Optional<String> named(ClusterConfig config) {
        Optional<String> heads = subnet(config.head());
        return heads.isPresent()
                ? heads
                : config.nodeTypes().values().stream()
                        .flatMap(type -> subnet(type).stream())
                        .findFirst();
    }

    private static Optional<String> subnet(NodeType type) {
        Doc node = Doc.of(type.nodeConfig());
        String compute = node.docs("networkInterfaces").stream()
                .map(interfaceOf -> interfaceOf.text("subnetwork"))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse(node.doc("networkConfig").text("subnetwork"));
        return Optional.of(compute).filter(text -> !text.isEmpty());
    }

    private Ground given(String subnet) throws ProviderException, InterruptedException {
        Matcher owner = PROJECT.matcher(subnet);
        String project = owner.find() ? owner.group(1) : rest.project();
        String name = Doc.lastPart(subnet);
        Doc found = rest.ask(
                "look at the subnet " + name,
                Request.get(
                        Service.COMPUTE,
                        "projects/" + project + "/regions/" + settings.region() + "/subnetworks/" + name));
        return new Ground(path(found.text("selfLink")), path(found.text("network")), project);
    }

    /** Without the server's address. */
    public static String path(String url) {
        int at = url.indexOf("projects/");
        return at < 0 ? url : url.substring(at);
    }
}
