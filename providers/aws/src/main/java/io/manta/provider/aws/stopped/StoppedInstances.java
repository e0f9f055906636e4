package io.manta.provider.aws.stopped;

import io.manta.provider.aws.client.AwsProblems;
import io.manta.provider.aws.instance.BulkCalls;
import io.manta.provider.aws.instance.InstanceTags;
import io.manta.provider.aws.instance.Instances;
import io.manta.provider.aws.instance.TagWriter;
import io.manta.provider.aws.prepare.AwsParts;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.StoppedMachines;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceLifecycleType;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;

/**
 * Instances that {@code manta stop} has stopped. A tag says that they shall be stopped, written before the first is stopped and
 * cleared after the last was started: whoever comes after a crash sees what was meant.
 */
public final class StoppedInstances implements StoppedMachines {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Duration ROUND = Duration.ofSeconds(1);

    private final AwsParts parts;
    private final Instances instances;
    private final TagWriter tags;
    private final BulkCalls calls;
    private final Clock clock;

    public StoppedInstances(AwsParts parts, TagWriter tags, Clock clock) {
        this.parts = parts;
        this.instances = parts.instances();
        this.tags = tags;
        this.calls = new BulkCalls(parts.clients(), parts.instances());
        this.clock = clock;
    }

    @Override
    public Set<MachineId> stop(Set<MachineId> ids) throws ProviderException, InterruptedException {
        var stop = new ArrayList<String>();
        var end = new ArrayList<String>();
        for (Instance instance : instances.look()) {
            if (ids.contains(new MachineId(instance.instanceId())) && isThere(instance)) {
                // A spot request that is made once ends with its instance; EC2 refuses to stop it.
                boolean spot = instance.instanceLifecycle() == InstanceLifecycleType.SPOT;
                (spot ? end : stop).add(instance.instanceId());
            }
        }
        write(stop, Map.of(InstanceTags.STOPPED, "asked"));
        calls.end(end);
        calls.stop(stop);
        var ended = new HashSet<MachineId>();
        end.forEach(id -> ended.add(new MachineId(id)));
        return ended;
    }

    private static boolean isThere(Instance instance) {
        InstanceStateName state = instance.state().name();
        return state != InstanceStateName.TERMINATED && state != InstanceStateName.SHUTTING_DOWN;
    }

    private List<Instance> found() throws ProviderException, InterruptedException {
        return instances.look().stream()
                .filter(instance -> isThere(instance) && InstanceTags.isMeantToStop(instance))
                .toList();
    }

    @Override
    public List<Stopped> list() throws ProviderException, InterruptedException {
        List<Instance> found = found();
        if (found.isEmpty()) {
            return List.of();
        }
        Map<String, Double> costs = new Disks(parts.settings(), parts.clients()).monthlyByInstance();
        var stopped = new ArrayList<Stopped>();
        for (Instance instance : found) {
            Double cost = costs.get(instance.instanceId());
            stopped.add(new Stopped(
                    instances.machine(instance), cost == null ? OptionalDouble.empty() : OptionalDouble.of(cost)));
        }
        return stopped;
    }

    /** An instance must have come to a stop before EC2 starts it. */
    @Override
    public void start() throws ProviderException, InterruptedException {
        Instant deadline = clock.instant().plus(PATIENCE);
        List<Instance> found = found();
        while (found.stream().anyMatch(i -> i.state().name() == InstanceStateName.STOPPING)) {
            if (clock.instant().isAfter(deadline)) {
                throw AwsProblems.stillStopping(PATIENCE);
            }
            Thread.sleep(ROUND);
            found = found();
        }
        List<String> stopped = found.stream()
                .filter(i -> i.state().name() == InstanceStateName.STOPPED)
                .map(Instance::instanceId)
                .toList();
        calls.start(stopped);
        // Their disks are as they were, but nothing runs there: set-up finds all it did, and starts Ray only.
        write(
                found.stream().map(Instance::instanceId).toList(),
                Map.of(InstanceTags.STOPPED, "", Tags.STATUS, NodeStatus.UNINITIALIZED.tag()));
        instances.forget();
    }

    /** Where stopped machines are kept for later, these are such machines from now on. */
    @Override
    public void end() throws ProviderException, InterruptedException {
        List<String> ids = found().stream().map(Instance::instanceId).toList();
        if (parts.settings().stopInsteadOfEnd()) {
            write(ids, Map.of(InstanceTags.STOPPED, ""));
        } else {
            calls.end(ids);
        }
    }

    private void write(Collection<String> ids, Map<String, String> values)
            throws ProviderException, InterruptedException {
        var writes = new HashMap<String, Map<String, String>>();
        ids.forEach(id -> writes.put(id, values));
        if (!writes.isEmpty()) {
            tags.write(writes);
        }
    }
}
