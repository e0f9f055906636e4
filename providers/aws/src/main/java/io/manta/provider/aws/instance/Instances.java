package io.manta.provider.aws.instance;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ProviderException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceLifecycleType;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;

/**
 * This cluster's instances. EC2 shows those that have ended for an hour, and its list may lag behind its own answers for a while; what this process was told about a launch or
 * an end is believed meanwhile.
 */
public final class Instances {
    private static final int CALM = 4;
    private static final int KNOWN = 20;
    private static final Duration LAG = Duration.ofSeconds(60);

    private final AwsClients clients;
    private final AwsSettings settings;
    private final Duration freshness;
    private final Clock clock;
    private final Map<String, Known> launched = new HashMap<>();
    private final Map<String, Instant> ended = new HashMap<>();
    private final Map<String, Map<String, String>> written = new HashMap<>();
    private @Nullable Seen last;

    public Instances(AwsClients clients, AwsSettings settings, Duration freshness, Clock clock) {
        this.clients = clients;
        this.settings = settings;
        this.freshness = freshness;
        this.clock = clock;
    }

    private record Known(Machine machine, Instant at) {}

    private record Seen(List<Instance> instances, Instant at) {}

    /** Machines that are there; those that are stopped are not. */
    public List<Machine> list() throws ProviderException, InterruptedException {
        return machines(recent());
    }

    /**
     * What this process has seen of late, or made itself: enough to know whether a node has a machine, since nobody else launches
     * a node whose name this process chose, and one that was begun elsewhere is older than this process.
     */
    public List<Machine> known() throws ProviderException, InterruptedException {
        Seen seen = last();
        boolean enough =
                seen != null && seen.at().plus(freshness.multipliedBy(KNOWN)).isAfter(clock.instant());
        return seen != null && enough ? machines(seen.instances()) : machines(look());
    }

    /** Says that there cannot be any yet: what every instance needs has only just been made. */
    public synchronized void noneYet() {
        if (last == null) {
            last = new Seen(List.of(), clock.instant());
        }
    }

    public List<Machine> listNow() throws ProviderException, InterruptedException {
        return machines(look());
    }

    /** The next list is asked for, however fresh the last one is. */
    public synchronized void forget() {
        last = null;
    }

    public List<Instance> stopped() throws ProviderException, InterruptedException {
        return recent().stream()
                .filter(instance -> instance.state().name() == InstanceStateName.STOPPED)
                .toList();
    }

    private List<Instance> recent() throws ProviderException, InterruptedException {
        Seen seen = last();
        return seen != null && isFresh(seen) ? seen.instances() : look();
    }

    private synchronized @Nullable Seen last() {
        return last;
    }

    /** While nothing boots or ends, nothing new is to be seen. */
    private synchronized boolean isFresh(Seen seen) {
        return seen.at()
                .plus(freshness.multipliedBy(launched.isEmpty() && isCalm(seen) ? CALM : 1))
                .isAfter(clock.instant());
    }

    private static boolean isCalm(Seen seen) {
        return !seen.instances().isEmpty()
                && seen.instances().stream()
                        .map(instance -> instance.state().name())
                        .allMatch(state -> state == InstanceStateName.RUNNING
                                || state == InstanceStateName.STOPPED
                                || state == InstanceStateName.TERMINATED);
    }

    public List<Instance> look() throws ProviderException, InterruptedException {
        Instant asked = clock.instant();
        List<Instance> found = AwsClients.ask(
                "list the cluster's instances",
                () -> clients
                        .ec2()
                        .describeInstancesPaginator(
                                r -> r.filters(Owned.filter("tag:" + Tags.CLUSTER, settings.cluster())))
                        .reservations()
                        .stream()
                        .flatMap(reservation -> reservation.instances().stream())
                        .filter(instance -> InstanceTags.isOurs(instance, settings.cluster()))
                        .toList());
        synchronized (this) {
            last = new Seen(found, asked);
            written.clear();
        }
        return found;
    }

    private synchronized List<Machine> machines(List<Instance> instances) {
        Instant now = clock.instant();
        launched.values().removeIf(known -> known.at().plus(LAG).isBefore(now));
        ended.values().removeIf(at -> at.plus(LAG).isBefore(now));
        var machines = new ArrayList<Machine>();
        for (Instance instance : instances) {
            launched.remove(instance.instanceId());
            InstanceStateName state = instance.state().name();
            if (state != InstanceStateName.STOPPED && state != InstanceStateName.TERMINATED) {
                machines.add(withWrites(machine(instance)));
            }
        }
        for (Known known : launched.values()) {
            if (!ended.containsKey(known.machine().id().value())) {
                machines.add(withWrites(known.machine()));
            }
        }
        return machines.stream().map(this::withEnd).toList();
    }

    public synchronized void launched(Collection<Machine> machines) {
        machines.forEach(machine -> launched.put(machine.id().value(), new Known(machine, clock.instant())));
    }

    public synchronized void ended(Collection<String> ids) {
        ids.forEach(id -> ended.put(id, clock.instant()));
        last = ids.isEmpty() ? last : null;
    }

    public synchronized void restarted(String id) {
        ended.remove(id);
        last = null;
    }

    /** So that a list that is still fresh shows what was written since. */
    public synchronized void written(String id, Map<String, String> tags) {
        written.computeIfAbsent(id, key -> new HashMap<>()).putAll(tags);
    }

    private Machine withWrites(Machine machine) {
        Map<String, String> tags = written.get(machine.id().value());
        if (tags == null) {
            return machine;
        }
        var merged = new HashMap<>(machine.tags());
        merged.putAll(tags);
        return machine.with(machine.state(), merged);
    }

    private Machine withEnd(Machine machine) {
        return machine.isLive() && ended.containsKey(machine.id().value())
                ? machine.with(Machine.MachineState.STOPPING, machine.tags())
                : machine;
    }

    public Machine machine(Instance instance) {
        Map<String, String> tags = InstanceTags.inward(instance);
        Optional<String> type = Optional.ofNullable(tags.get(Tags.TYPE));
        boolean inside = settings.reachesInside(NodeRole.HEAD.tag().equals(tags.get(Tags.ROLE)));
        boolean spot = instance.instanceLifecycle() == InstanceLifecycleType.SPOT;
        String zone = instance.placement() == null
                ? ""
                : String.valueOf(instance.placement().availabilityZone());
        return new Machine(
                new MachineId(instance.instanceId()),
                state(instance.state().name()),
                tags,
                text(instance.privateIpAddress()),
                text(inside ? instance.privateIpAddress() : instance.publicIpAddress()),
                Optional.ofNullable(instance.launchTime()).orElse(clock.instant()),
                type.map(name -> new Offer(
                        name,
                        zone,
                        spot ? Offer.Market.SPOT : Offer.Market.ON_DEMAND,
                        instance.instanceTypeAsString(),
                        OptionalDouble.empty())),
                Optional.empty(),
                Optional.empty());
    }

    private static Optional<String> text(@Nullable String value) {
        return Optional.ofNullable(value).filter(text -> !text.isEmpty());
    }

    private static Machine.MachineState state(InstanceStateName name) {
        return switch (name) {
            case PENDING -> Machine.MachineState.PENDING;
            case RUNNING -> Machine.MachineState.RUNNING;
            case STOPPED -> Machine.MachineState.STOPPED;
            case TERMINATED -> Machine.MachineState.TERMINATED;
            case STOPPING, SHUTTING_DOWN, UNKNOWN_TO_SDK_VERSION -> Machine.MachineState.STOPPING;
        };
    }
}
