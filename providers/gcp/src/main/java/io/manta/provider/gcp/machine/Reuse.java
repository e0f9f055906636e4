package io.manta.provider.gcp.machine;

import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.Operations;
import io.manta.provider.gcp.api.Reply;
import io.manta.provider.gcp.api.Request;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.api.Service;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Machines that were stopped instead of ended ({@code cache_stopped_nodes}), and are used again. */
public final class Reuse {
    private final Rest rest;
    private final Operations operations;
    private final Instances instances;
    private final Labeling labeling;

    public Reuse(Rest rest, Operations operations, Instances instances, Labeling labeling) {
        this.rest = rest;
        this.operations = operations;
        this.instances = instances;
        this.labeling = labeling;
    }

    /** Starts machines that were launched with the same settings for the same purpose. */
    List<Machine> start(List<NodeSpec> nodes) throws ProviderException, InterruptedException {
        var started = new ArrayList<Machine>();
        var free = new ArrayList<>(instances.stopped());
        for (NodeSpec node : nodes) {
            Optional<Doc> fitting = free.stream()
                    .filter(instance -> !StoppedInstances.isMeantToStop(instance) && fits(instance, node))
                    .findFirst();
            if (fitting.isPresent()) {
                free.remove(fitting.get());
                start(fitting.get(), node).ifPresent(started::add);
            }
        }
        return started;
    }

    private static boolean fits(Doc instance, NodeSpec node) {
        Map<String, String> has = Instances.tags(instance);
        for (String key : new String[] {Tags.ROLE, Tags.TYPE, Tags.LAUNCH_HASH}) {
            if (!node.tags().getOrDefault(key, "").equals(has.getOrDefault(key, ""))) {
                return false;
            }
        }
        return true;
    }

    /** Labels are written only if they are as seen, so of two who choose the same machine one gets it. */
    private Optional<Machine> start(Doc instance, NodeSpec node) throws ProviderException, InterruptedException {
        String name = instance.text("name");
        if (!labeling.claim(instance, node.tags())) {
            return Optional.empty();
        }
        String doing = "start " + name;
        Reply reply = rest.ask(
                doing, Request.post(Service.COMPUTE, Labeling.path(rest, instance) + "/start"), Set.of(400, 404));
        if (!reply.isOk() || operations.done(doing, reply.body()).has("error")) {
            // It is not ready, or there is no room where it lies: a new one is made.
            return Optional.empty();
        }
        var started = new LinkedHashMap<>(instance.map());
        var labels = new LinkedHashMap<>(instance.texts("labels"));
        labels.putAll(io.manta.provider.gcp.setting.Labels.outward(node.tags()));
        labels.put(Tags.STATUS, InstanceCalls.begun());
        started.put("labels", labels);
        started.put("status", "PROVISIONING");
        started.remove("labelFingerprint");
        instances.forget();
        instances.launched(name, new Doc(started));
        return Optional.of(instances.machine(name, new Doc(started)));
    }
}
