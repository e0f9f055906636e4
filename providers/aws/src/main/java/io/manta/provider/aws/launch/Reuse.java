package io.manta.provider.aws.launch;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.AwsErrors;
import io.manta.provider.aws.instance.InstanceTags;
import io.manta.provider.aws.instance.Instances;
import io.manta.provider.aws.instance.TagWriter;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.Instance;

/** Machines that were stopped instead of ended ({@code cache_stopped_nodes}), and are used again. */
public final class Reuse {
    private final AwsClients clients;
    private final Instances instances;
    private final TagWriter tags;

    public Reuse(AwsClients clients, Instances instances, TagWriter tags) {
        this.clients = clients;
        this.instances = instances;
        this.tags = tags;
    }

    /** Starts machines that were launched with the same settings for the same purpose. */
    public List<Machine> start(List<NodeSpec> nodes) throws ProviderException, InterruptedException {
        var reused = new ArrayList<Machine>();
        var free = new ArrayList<>(instances.stopped());
        var chosen = new LinkedHashMap<Instance, NodeSpec>();
        for (NodeSpec node : nodes) {
            free.stream()
                    .filter(instance -> !InstanceTags.isMeantToStop(instance) && fits(instance, node))
                    .findFirst()
                    .ifPresent(instance -> {
                        chosen.put(instance, node);
                        free.remove(instance);
                    });
        }
        if (chosen.isEmpty()) {
            return reused;
        }
        var writes = new LinkedHashMap<String, Map<String, String>>();
        chosen.forEach((instance, node) -> writes.put(instance.instanceId(), InstanceTags.outward(node.tags())));
        tags.write(writes);
        // Whoever wrote last has the machine: two who chose the same one both see who that was.
        Map<String, Machine> now = new HashMap<>();
        for (Instance instance : instances.look()) {
            now.put(instance.instanceId(), instances.machine(instance));
        }
        for (var entry : chosen.entrySet()) {
            String id = entry.getKey().instanceId();
            Machine machine = now.get(id);
            if (machine != null && machine.nodeId().equals(entry.getValue().id()) && start(id)) {
                instances.restarted(id);
                Machine started = started(machine);
                instances.launched(List.of(started));
                reused.add(started);
            }
        }
        return reused;
    }

    private static boolean fits(Instance instance, NodeSpec node) {
        Map<String, String> has = InstanceTags.inward(instance);
        for (String key : new String[] {Tags.ROLE, Tags.TYPE, Tags.LAUNCH_HASH}) {
            if (!node.tags().getOrDefault(key, "").equals(has.getOrDefault(key, ""))) {
                return false;
            }
        }
        return true;
    }

    private boolean start(String id) throws ProviderException, InterruptedException {
        return AwsClients.ask("start " + id, () -> {
            try {
                clients.ec2().startInstances(r -> r.instanceIds(id));
                return true;
            } catch (Ec2Exception e) {
                if (AwsErrors.code(e).equals("IncorrectInstanceState")
                        || AwsErrors.kind(AwsErrors.code(e), e.statusCode()) == ProviderException.Kind.NO_CAPACITY) {
                    return false;
                }
                throw e;
            }
        });
    }

    private static Machine started(Machine machine) {
        var tags = new HashMap<>(machine.tags());
        tags.put(Tags.STATUS, NodeStatus.UNINITIALIZED.tag());
        return machine.with(Machine.MachineState.PENDING, tags);
    }
}
