package io.manta.provider.gcp.machine;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.GcpErrors;
import io.manta.provider.gcp.api.GcpProblems;
import io.manta.provider.gcp.api.Operations;
import io.manta.provider.gcp.api.Reply;
import io.manta.provider.gcp.api.Request;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.api.Service;
import io.manta.provider.gcp.ground.Foundation;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.provider.gcp.setting.Labels;
import io.manta.provider.gcp.setting.Owned;
import io.manta.provider.gcp.setting.Ways;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.ProviderException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The calls that make instances. Names follow from nodes and request ids from the whole request, so a call that is made again makes
 * nothing again. Each is followed until Google knows whether there is room.
 */
public final class InstanceCalls {
    private static final Duration ACCOUNT_PATIENCE = Duration.ofSeconds(90);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final int TRIES = 3;

    private final GcpSettings settings;
    private final Rest rest;
    private final Operations operations;
    private final Instances instances;
    private final Templates templates;
    private final Foundation foundation;
    private final Clock clock;

    public InstanceCalls(
            GcpSettings settings,
            Rest rest,
            Operations operations,
            Instances instances,
            Templates templates,
            Foundation foundation,
            Clock clock) {
        this.settings = settings;
        this.rest = rest;
        this.operations = operations;
        this.instances = instances;
        this.templates = templates;
        this.foundation = foundation;
        this.clock = clock;
    }

    /** One machine in its zone. */
    Machine single(Ways.Choice choice, String name, NodeSpec node) throws ProviderException, InterruptedException {
        String doing = "launch " + choice.way().variant() + " in " + choice.zone();
        Map<String, Object> body = values(choice, node, Labels.outward(node.tags()), false);
        body.put("name", name);
        String path = "projects/" + rest.project() + "/zones/" + choice.zone() + "/instances";
        Request request = Request.post(Service.COMPUTE, path, body)
                .with("sourceInstanceTemplate", Templates.path(choice.way().nodeConfig(), rest.project()));
        Reply reply = begin(doing, request);
        if (reply.status() == 409) {
            Reply there = rest.ask(doing, Request.get(Service.COMPUTE, path + "/" + name), Set.of(404));
            if (there.isMissing()) {
                throw new ProviderException(
                        Kind.UNKNOWN,
                        GcpProblems.fewer(1, choice.offer().nodeType(), choice.zone())
                                .problem());
            }
            return instances.machine(name, there.body());
        }
        operations.succeed(doing, reply.body());
        return remember(name, choice.zone(), body);
    }

    /** Many machines at once, in a zone or wherever the region has room; fewer when there is no more. */
    List<Machine> bulk(Ways.Choice choice, Map<String, NodeSpec> nodes) throws ProviderException, InterruptedException {
        String doing = "launch " + nodes.size() + " " + choice.way().variant() + " in " + settings.place(choice.zone());
        NodeSpec sample = nodes.values().iterator().next();
        var tags = new LinkedHashMap<>(sample.tags());
        tags.remove(Tags.NODE_ID);
        boolean plain = nodes.keySet().iterator().next().equals(sample.id().value());
        tags.put(Instances.NAMING, plain ? Instances.PLAIN : "numbered");
        Map<String, Object> properties = values(choice, sample, Labels.outward(tags), true);
        var names = new LinkedHashMap<String, Object>();
        nodes.keySet().stream().sorted().forEach(name -> names.put(name, Map.of()));
        var body = new LinkedHashMap<String, Object>();
        body.put("count", Integer.toString(nodes.size()));
        body.put("minCount", "1");
        body.put("perInstanceProperties", names);
        body.put("instanceProperties", properties);
        String template = Templates.path(choice.way().nodeConfig(), rest.project());
        if (!template.isEmpty()) {
            body.put("sourceInstanceTemplate", template);
        }
        String place = "zones/" + choice.zone();
        if (choice.zone().isEmpty()) {
            place = "regions/" + settings.region();
            // Machines of one cluster talk to each other: within a zone that is faster, and costs nothing.
            body.put("locationPolicy", Map.of("targetShape", "ANY_SINGLE_ZONE"));
        }
        Reply reply = begin(
                doing,
                Request.post(
                        Service.COMPUTE, "projects/" + rest.project() + "/" + place + "/instances/bulkInsert", body));
        if (reply.status() == 409) {
            return rest(choice, nodes);
        }
        Doc end = operations.done(doing, reply.body());
        List<Machine> made = made(end, nodes, properties);
        if (made.isEmpty() && end.has("error")) {
            throw GcpErrors.failed(doing, end);
        }
        return made;
    }

    /** Some were made by someone before us: the others come one by one, in the zone where those are. */
    private List<Machine> rest(Ways.Choice choice, Map<String, NodeSpec> nodes)
            throws ProviderException, InterruptedException {
        Map<String, Doc> there = instances.look();
        String zone = there.values().stream()
                .filter(instance -> nodes.containsKey(instance.text("name")))
                .map(Instances::zone)
                .findFirst()
                .orElse(choice.zone().isEmpty() ? settings.region() + "-a" : choice.zone());
        var machines = new ArrayList<Machine>();
        for (var node : nodes.entrySet()) {
            Doc known = there.get(node.getKey());
            machines.add(
                    known != null
                            ? instances.machine(node.getKey(), known)
                            : single(
                                    new Ways.Choice(choice.offer(), choice.way(), zone),
                                    node.getKey(),
                                    node.getValue()));
        }
        return machines;
    }

    private List<Machine> made(Doc end, Map<String, NodeSpec> nodes, Map<String, Object> properties)
            throws ProviderException, InterruptedException {
        Map<String, Object> places = end.doc("instancesBulkInsertOperationMetadata")
                .doc("perLocationStatus")
                .map();
        var machines = new ArrayList<Machine>();
        boolean complete = !end.has("error")
                && places.size() == 1
                && Doc.of(places.values().iterator().next()).number("createdVmCount") == nodes.size();
        if (complete) {
            String zone = Doc.lastPart(places.keySet().iterator().next());
            for (String name : nodes.keySet()) {
                machines.add(remember(name, zone, properties));
            }
            return machines;
        }
        instances.look().forEach((id, instance) -> {
            if (nodes.containsKey(instance.text("name"))
                    && instances.machine(id, instance).isLive()) {
                machines.add(instances.machine(id, instance));
            }
        });
        return machines;
    }

    private Map<String, Object> values(Ways.Choice choice, NodeSpec node, Map<String, String> labels, boolean bulk)
            throws ProviderException, InterruptedException {
        Doc template = templates.properties(choice.way().nodeConfig());
        return new InstanceRequest(settings, foundation).values(choice, node.role(), labels, bulk, template);
    }

    /** What was made, as the list will show it. */
    private Machine remember(String name, String zone, Map<String, Object> values) {
        var instance = new LinkedHashMap<>(values);
        instance.put("name", name);
        instance.put("zone", zone);
        instance.put("status", "PROVISIONING");
        instance.put("creationTimestamp", clock.instant().toString());
        instance.remove("networkInterfaces");
        var made = new Doc(instance);
        instances.launched(name, made);
        return instances.machine(name, made);
    }

    /**
     * Asks, with a request id of its own. An account that was just made takes a while to be known everywhere; and an id that
     * was used for a try that failed long ago gives that try's answer, so the next one is used.
     */
    private Reply begin(String doing, Request request) throws ProviderException, InterruptedException {
        Instant deadline = clock.instant().plus(ACCOUNT_PATIENCE);
        String token = Owned.requestId(json(request));
        for (int tries = 1; ; ) {
            Reply reply = rest.ask(doing, request.with("requestId", token), Set.of(400, 409));
            if (reply.isOk()) {
                boolean old = reply.body().text("status").equals("DONE")
                        && reply.body().has("error");
                if (!old || tries >= TRIES) {
                    return reply;
                }
                token = Owned.requestId(json(request) + tries++ + reply.body().text("id"));
            } else if (reply.status() == 409) {
                return reply;
            } else if (isYoungAccount(reply.body()) && clock.instant().isBefore(deadline)) {
                Thread.sleep(PAUSE);
            } else {
                throw new ProviderException(
                        Kind.INVALID,
                        GcpProblems.invalid(
                                        "GCP-INVALID",
                                        "cannot " + doing,
                                        reply.body().text("message"),
                                        "correct the node_config; `manta doctor` checks it without launching")
                                .problem());
            }
        }
    }

    private boolean isYoungAccount(Doc error) {
        String message = error.text("message");
        return foundation.account().isPresent()
                && message.contains(foundation.account().get())
                && (message.contains("not found") || message.contains("does not exist"));
    }

    private static String json(Request request) {
        try {
            return request.path() + JSON.std.asString(request.body().orElse(Map.of()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The status a machine begins with. */
    static String begun() {
        return NodeStatus.UNINITIALIZED.tag();
    }
}
