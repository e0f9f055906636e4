package io.manta.provider.gcp.machine;

import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.provider.gcp.setting.Labels;
import io.manta.provider.gcp.setting.Owned;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ProviderException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * This cluster's instances in its region, in all zones. The list may lag behind Google's own answers for a while; what this
 * process was told about a launch or an end is believed meanwhile.
 */
public final class Instances {
    /** Says how a launch named its machines, so that a name gives back its node; see {@link Owned#instance}. */
    static final String NAMING = "manta-naming";

    static final String PLAIN = "plain";

    private static final int CALM = 4;
    private static final Duration LAG = Duration.ofSeconds(60);

    private final Rest rest;
    private final GcpSettings settings;
    private final Preemptions preemptions;
    private final Duration freshness;
    private final Clock clock;
    private final Map<String, Known> launched = new HashMap<>();
    private final Map<String, Instant> ended = new HashMap<>();
    private final Map<String, Map<String, String>> written = new HashMap<>();
    private @Nullable Seen last;

    public Instances(Rest rest, GcpSettings settings, Preemptions preemptions, Duration freshness, Clock clock) {
        this.rest = rest;
        this.settings = settings;
        this.preemptions = preemptions;
        this.freshness = freshness;
        this.clock = clock;
    }

    private record Known(Doc instance, Instant at) {}

    private record Seen(Map<String, Doc> instances, Instant at) {}

    /** Machines that are there; those that are stopped are not. */
    public List<Machine> list() throws ProviderException, InterruptedException {
        return machines(recent());
    }

    public List<Machine> listNow() throws ProviderException, InterruptedException {
        return machines(look());
    }

    /** The next list is asked for, however fresh the last one is. */
    public synchronized void forget() {
        last = null;
    }

    /** As Google shows it, by machine id, stopped ones included; also what was launched and is not shown yet. */
    public Map<String, Doc> known() throws ProviderException, InterruptedException {
        var all = new LinkedHashMap<>(recent());
        synchronized (this) {
            launched.forEach((id, known) -> all.putIfAbsent(id, known.instance()));
        }
        return all;
    }

    /** Stopped machines. */
    public List<Doc> stopped() throws ProviderException, InterruptedException {
        return recent().values().stream()
                .filter(instance -> state(instance) == MachineState.STOPPED)
                .toList();
    }

    private Map<String, Doc> recent() throws ProviderException, InterruptedException {
        Seen seen = last();
        return seen != null && isFresh(seen) ? seen.instances() : look();
    }

    private synchronized @Nullable Seen last() {
        return last;
    }

    /** While nothing boots or ends, nothing new is to be seen; but what may be taken back is watched. */
    private synchronized boolean isFresh(Seen seen) {
        return seen.at()
                .plus(freshness.multipliedBy(launched.isEmpty() && isCalm(seen) ? CALM : 1))
                .isAfter(clock.instant());
    }

    private static boolean isCalm(Seen seen) {
        return !seen.instances().isEmpty()
                && seen.instances().values().stream().allMatch(instance -> {
                    MachineState state = state(instance);
                    return state == MachineState.STOPPED || (state == MachineState.RUNNING && !isSpot(instance));
                });
    }

    public Map<String, Doc> look() throws ProviderException, InterruptedException {
        Instant asked = clock.instant();
        var found = new LinkedHashMap<String, Doc>();
        for (Doc instance : rest.everywhere("list the cluster's instances", "instances", filter(settings.cluster()))) {
            if (settings.isHere(zone(instance))) {
                String name = instance.text("name");
                found.put(found.containsKey(name) ? name + "." + zone(instance) : name, instance);
            }
        }
        synchronized (this) {
            last = new Seen(found, asked);
            written.clear();
        }
        return found;
    }

    public static String filter(String cluster) {
        return "labels." + Tags.CLUSTER + " = " + cluster;
    }

    public static String zone(Doc instance) {
        return instance.name("zone");
    }

    static boolean isSpot(Doc instance) {
        Doc scheduling = instance.doc("scheduling");
        return scheduling.flag("preemptible")
                || scheduling.text("provisioningModel").equals("SPOT");
    }

    private List<Machine> machines(Map<String, Doc> instances) throws ProviderException, InterruptedException {
        var machines = new ArrayList<Machine>();
        var going = new ArrayList<Doc>();
        synchronized (this) {
            Instant now = clock.instant();
            launched.values().removeIf(known -> known.at().plus(LAG).isBefore(now));
            ended.values().removeIf(at -> at.plus(LAG).isBefore(now));
            instances.keySet().forEach(launched::remove);
            instances.forEach((id, instance) -> {
                if (state(instance) != MachineState.STOPPED) {
                    machines.add(withMemory(machine(id, instance)));
                    if (!ended.containsKey(id) && isSpot(instance) && isStopping(instance)) {
                        going.add(instance);
                    }
                }
            });
            launched.forEach((id, known) -> {
                if (!ended.containsKey(id)) {
                    machines.add(withMemory(machine(id, known.instance())));
                }
            });
        }
        return going.isEmpty() ? machines : preemptions.mark(machines, going);
    }

    private static boolean isStopping(Doc instance) {
        return state(instance) == MachineState.STOPPING;
    }

    public synchronized void launched(String id, Doc instance) {
        ended.remove(id);
        launched.put(id, new Known(instance, clock.instant()));
    }

    public synchronized void ended(Collection<String> ids) {
        ids.forEach(id -> ended.put(id, clock.instant()));
        last = ids.isEmpty() ? last : null;
    }

    /** So that a list that is still fresh shows what was written since. */
    public synchronized void written(String id, Map<String, String> tags) {
        written.computeIfAbsent(id, key -> new HashMap<>()).putAll(tags);
    }

    private Machine withMemory(Machine machine) {
        String id = machine.id().value();
        var tags = new HashMap<>(machine.tags());
        tags.putAll(written.getOrDefault(id, Map.of()));
        boolean over = machine.isLive() && ended.containsKey(id);
        return machine.with(over ? MachineState.STOPPING : machine.state(), tags);
    }

    public Machine machine(String id, Doc instance) {
        Map<String, String> tags = tags(instance);
        boolean inside = settings.reachesInside(NodeRole.HEAD.tag().equals(tags.get(Tags.ROLE)));
        Doc network = instance.docs("networkInterfaces").stream().findFirst().orElse(Doc.EMPTY);
        Optional<String> internal = text(network.text("networkIP"));
        Optional<String> external = network.docs("accessConfigs").stream()
                .map(access -> access.text("natIP"))
                .filter(address -> !address.isEmpty())
                .findFirst();
        return new Machine(
                new MachineId(id),
                state(instance),
                tags,
                internal,
                inside ? internal : external,
                created(instance),
                text(tags.getOrDefault(Tags.TYPE, ""))
                        .map(type -> new Offer(
                                type,
                                zone(instance),
                                isSpot(instance) ? Offer.Market.SPOT : Offer.Market.ON_DEMAND,
                                instance.name("machineType"),
                                OptionalDouble.empty())),
                Optional.empty(),
                Optional.empty());
    }

    static Map<String, String> tags(Doc instance) {
        var tags = new HashMap<>(Labels.inward(instance.texts("labels")));
        String naming = tags.remove(NAMING);
        if (naming != null) {
            tags.putIfAbsent(Tags.NODE_ID, Owned.nodeId(instance.text("name"), naming.equals(PLAIN)));
        }
        return tags;
    }

    private Instant created(Doc instance) {
        try {
            return OffsetDateTime.parse(instance.text("creationTimestamp")).toInstant();
        } catch (DateTimeParseException e) {
            return clock.instant();
        }
    }

    private static Optional<String> text(String value) {
        return Optional.of(value).filter(text -> !text.isEmpty());
    }

    static MachineState state(Doc instance) {
        return switch (instance.text("status")) {
            case "RUNNING" -> MachineState.RUNNING;
            case "STOPPING", "PENDING_STOP", "SUSPENDING", "DEPROVISIONING" -> MachineState.STOPPING;
            case "TERMINATED", "STOPPED", "SUSPENDED" -> MachineState.STOPPED;
            default -> MachineState.PENDING;
        };
    }
}
