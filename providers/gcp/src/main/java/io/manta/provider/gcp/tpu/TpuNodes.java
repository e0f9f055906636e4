package io.manta.provider.gcp.tpu;

import io.manta.provider.common.Pause;
import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.GcpErrors;
import io.manta.provider.gcp.api.Reply;
import io.manta.provider.gcp.api.Request;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.api.Service;
import io.manta.provider.gcp.ground.Foundation;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.provider.gcp.setting.Labels;
import io.manta.provider.gcp.setting.Owned;
import io.manta.provider.gcp.setting.Tpus;
import io.manta.provider.gcp.setting.Ways;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.ProviderException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** This cluster's TPU pods. Cloud TPU has no calls that wait, and no lists by label. */
public final class TpuNodes {
    private static final Duration PATIENCE = Duration.ofMinutes(20);
    private static final Duration SELDOM = Duration.ofMinutes(5);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final GcpSettings settings;
    private final ClusterConfig config;
    private final Rest rest;
    private final Owned owned;
    private final Ways ways;
    private final Duration freshness;
    private final Clock clock;
    private Map<String, Doc> last = Map.of();
    private Instant asked = Instant.MIN;
    private String unknown = "";

    public TpuNodes(
            GcpSettings settings,
            ClusterConfig config,
            Rest rest,
            Owned owned,
            Ways ways,
            Duration freshness,
            Clock clock) {
        this.settings = settings;
        this.config = config;
        this.rest = rest;
        this.owned = owned;
        this.ways = ways;
        this.freshness = freshness;
        this.clock = clock;
    }

    /** Whether the file names any; those of an older file are there all the same. */
    private boolean isNamed() {
        return config.nodeTypes().values().stream()
                .anyMatch(type -> ways.of(type).stream().anyMatch(Ways.Way::isTpu));
    }

    /** As seen not long ago. Where the file names none and none is there, seldom. */
    public synchronized Map<String, Doc> recent() throws ProviderException, InterruptedException {
        Instant now = clock.instant();
        Duration fresh = last.isEmpty() && !isNamed() ? SELDOM : freshness;
        if (asked.equals(Instant.MIN) || !asked.plus(fresh).isAfter(now)) {
            try {
                last = look();
            } catch (ProviderException e) {
                boolean seen = !asked.equals(Instant.MIN) && last.isEmpty();
                if (isNamed() || !seen) {
                    throw e;
                }
                // There were none a while ago, and the file names none: machines need not wait for this service.
            }
            asked = now;
        }
        return last;
    }

    /** Why it is not known whether there are any; empty when it is known. */
    public synchronized String unknown() {
        return unknown;
    }

    public synchronized void forget() {
        asked = Instant.MIN;
    }

    /** By machine id, as Google shows them. */
    public Map<String, Doc> look() throws ProviderException, InterruptedException {
        try {
            Map<String, Doc> found = ask();
            note("");
            return found;
        } catch (ProviderException e) {
            if (isNamed() || e.kind() != ProviderException.Kind.DENIED) {
                throw e;
            }
            // Whoever may not even look has probably made none; that it is not known is told by the inventory.
            note(
                    e.problem().code().equals("GCP-API-DISABLED")
                            ? ""
                            : e.problem().what());
            return Map.of();
        }
    }

    private synchronized void note(String why) {
        unknown = why;
    }

    private Map<String, Doc> ask() throws ProviderException, InterruptedException {
        var found = new LinkedHashMap<String, Doc>();
        for (Doc node : everyones()) {
            if (settings.cluster().equals(node.texts("labels").get(Tags.CLUSTER))) {
                found.put(node.name("name"), node);
            }
        }
        return found;
    }

    private List<Doc> everyones() throws ProviderException, InterruptedException {
        Request request = Request.get(Service.TPU, "projects/" + rest.project() + "/locations/-/nodes");
        return rest.list("list the cluster's TPUs", request, "nodes").stream()
                .filter(node -> settings.isHere(zone(node)))
                .toList();
    }

    /** Names of clusters that have any; none where nobody may look. */
    public List<String> clusters() throws ProviderException, InterruptedException {
        try {
            return everyones().stream()
                    .map(node -> node.texts("labels").getOrDefault(Tags.CLUSTER, ""))
                    .distinct()
                    .toList();
        } catch (ProviderException e) {
            if (e.kind() == ProviderException.Kind.DENIED) {
                return List.of();
            }
            throw e;
        }
    }

    public List<Machine> machines(Map<String, Doc> nodes) {
        return nodes.entrySet().stream()
                .map(entry -> machine(entry.getKey(), entry.getValue()))
                .filter(machine -> machine.state() != MachineState.STOPPED)
                .toList();
    }

    private static String zone(Doc node) {
        return node.text("name").replaceAll(".*/locations/([^/]+)/.*", "$1");
    }

    private Machine machine(String id, Doc node) {
        Map<String, String> tags = Labels.inward(node.texts("labels"));
        boolean inside = settings.reachesInside(NodeRole.HEAD.tag().equals(tags.get(Tags.ROLE)));
        Doc first = node.docs("networkEndpoints").stream().findFirst().orElse(Doc.EMPTY);
        Optional<String> internal = Optional.of(first.text("ipAddress")).filter(text -> !text.isEmpty());
        Optional<String> external =
                Optional.of(first.doc("accessConfig").text("externalIp")).filter(text -> !text.isEmpty());
        Doc scheduling = node.doc("schedulingConfig");
        boolean spot = scheduling.flag("spot") || scheduling.flag("preemptible");
        return new Machine(
                new MachineId(id),
                state(node),
                tags,
                internal,
                inside ? internal : external,
                created(node),
                Optional.ofNullable(tags.get(Tags.TYPE))
                        .map(type -> new Offer(
                                type,
                                zone(node),
                                spot ? Offer.Market.SPOT : Offer.Market.ON_DEMAND,
                                Tpus.name(node.map()),
                                OptionalDouble.empty())),
                Optional.empty(),
                Optional.empty());
    }

    private Instant created(Doc node) {
        try {
            return OffsetDateTime.parse(node.text("createTime")).toInstant();
        } catch (DateTimeParseException e) {
            return clock.instant();
        }
    }

    private static MachineState state(Doc node) {
        return switch (node.text("state")) {
            case "READY" -> MachineState.RUNNING;
            case "DELETING", "STOPPING", "HIDING" -> MachineState.STOPPING;
            case "STOPPED", "PREEMPTED", "TERMINATED", "HIDDEN" -> MachineState.STOPPED;
            default -> MachineState.PENDING;
        };
    }

    /** Addresses of all hosts of a pod, in order. */
    public static List<String> hosts(Doc node, boolean inside) {
        return node.docs("networkEndpoints").stream()
                .map(endpoint -> inside
                        ? endpoint.text("ipAddress")
                        : endpoint.doc("accessConfig").text("externalIp"))
                .toList();
    }

    public LaunchResult launch(LaunchRequest request, Foundation foundation)
            throws ProviderException, InterruptedException {
        Map<String, Doc> there = look();
        var created = new ArrayList<Machine>();
        Optional<ProviderException> shortfall = Optional.empty();
        for (NodeSpec node : request.nodes()) {
            String name = owned.instance(node.id().value()).text();
            Doc known = there.get(name);
            if (known != null) {
                created.add(machine(name, known));
            } else if (shortfall.isEmpty()) {
                try {
                    created.add(create(ways.choose(request.offer(), node.type()), name, node, foundation));
                    forget();
                } catch (ProviderException e) {
                    shortfall = Optional.of(e);
                }
            }
        }
        if (created.isEmpty() && shortfall.isPresent()) {
            throw shortfall.get();
        }
        return new LaunchResult(created, shortfall);
    }

    private Machine create(Ways.Choice choice, String name, NodeSpec node, Foundation foundation)
            throws ProviderException, InterruptedException {
        String doing = "launch TPU " + choice.way().variant() + " in " + choice.zone();
        String parent = "projects/" + rest.project() + "/locations/" + choice.zone();
        Map<String, Object> body =
                new TpuRequest(settings, foundation).values(choice.way(), node.role(), Labels.outward(node.tags()));
        Reply reply = rest.ask(
                doing, Request.post(Service.TPU, parent + "/nodes", body).with("nodeId", name), Set.of(409));
        if (reply.isOk()) {
            await(doing, reply.body());
        }
        return machine(name, rest.ask(doing, Request.get(Service.TPU, parent + "/nodes/" + name)));
    }

    private void await(String doing, Doc operation) throws ProviderException, InterruptedException {
        Instant deadline = clock.instant().plus(PATIENCE);
        var pause = new Pause(FIRST_PAUSE, LONGEST_PAUSE);
        Doc now = operation;
        while (!now.flag("done") && clock.instant().isBefore(deadline)) {
            pause.await();
            Reply reply = rest.ask(doing, Request.get(Service.TPU, now.text("name")), Set.of(404));
            if (reply.isMissing()) {
                return;
            }
            now = reply.body();
        }
        if (now.has("error")) {
            throw GcpErrors.failed(doing, now);
        }
    }

    /** Adds or replaces labels; pods that are gone are ignored. */
    public synchronized void tag(Doc seen, Map<String, String> tags) throws ProviderException, InterruptedException {
        String doing = "label " + seen.name("name");
        Reply now = rest.ask(doing, Request.get(Service.TPU, seen.text("name")), Set.of(404));
        if (now.isOk()) {
            var labels = new LinkedHashMap<>(now.body().texts("labels"));
            labels.putAll(Labels.outward(tags));
            Request patch = Request.patch(Service.TPU, seen.text("name"), Map.of("labels", labels))
                    .with("updateMask", "labels");
            Reply reply = rest.ask(doing, patch, Set.of(404));
            if (reply.isOk()) {
                await(doing, reply.body());
                forget();
            }
        }
    }

    /** Begins to end a pod. */
    public void delete(Doc node) throws ProviderException, InterruptedException {
        end(node);
        forget();
    }

    private Reply end(Doc node) throws ProviderException, InterruptedException {
        return rest.ask("end " + node.name("name"), Request.delete(Service.TPU, node.text("name")), Set.of(400, 404));
    }

    /** Ends all that are left, those that were preempted included, and waits. */
    public void remove() throws ProviderException, InterruptedException {
        for (Doc node : look().values()) {
            Reply reply = end(node);
            if (reply.isOk()) {
                await("end " + node.name("name"), reply.body());
            }
        }
        forget();
    }
}
