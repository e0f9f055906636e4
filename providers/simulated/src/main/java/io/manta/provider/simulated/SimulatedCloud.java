package io.manta.provider.simulated;

import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.ProviderException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A cloud in memory that several clusters share. States follow from the clock alone, so that a test moves time and looks.
 * The same seed and the same calls give the same cloud. Safe from several threads.
 */
public final class SimulatedCloud {
    private final InstantSource clock;
    private final SplittableRandom random;
    private final Map<String, SimulatedMachine> machines = new LinkedHashMap<>();
    private final Map<String, String> idsByNode = new HashMap<>();
    private final Map<String, Integer> capacity = new HashMap<>();
    private final Map<String, Duration> bootTimes = new HashMap<>();
    private Duration bootTime = Duration.ofSeconds(30);
    private Duration stopTime = Duration.ofSeconds(10);
    private SimulatedFaults faults = SimulatedFaults.NONE;
    private SimulatedLies lies = SimulatedLies.NONE;
    private boolean reusesAddresses;
    private int made;

    public SimulatedCloud(InstantSource clock, long seed) {
        this.clock = clock;
        this.random = new SplittableRandom(seed);
    }

    /** How long machines take to boot and to stop. */
    public synchronized SimulatedCloud times(Duration boot, Duration stop) {
        this.bootTime = boot;
        this.stopTime = stop;
        return this;
    }

    /** An exception to the boot time. */
    public synchronized SimulatedCloud bootTime(String nodeType, Duration boot) {
        bootTimes.put(nodeType, boot);
        return this;
    }

    /** How many machines of an offer there can be; without this, any number. */
    public synchronized SimulatedCloud capacity(Offer offer, int machinesAtOnce) {
        capacity.put(offer.key(), machinesAtOnce);
        return this;
    }

    /** From now on; {@link SimulatedFaults#NONE} ends them. */
    public synchronized SimulatedCloud faults(SimulatedFaults kinds) {
        this.faults = kinds;
        return this;
    }

    /** From now on; {@link SimulatedLies#NONE} ends them. */
    public synchronized SimulatedCloud lies(SimulatedLies kinds) {
        this.lies = kinds;
        return this;
    }

    /** New machines get the addresses of those that are gone. */
    public synchronized SimulatedCloud reusingAddresses() {
        this.reusesAddresses = true;
        return this;
    }

    /** Takes a machine away without a word. */
    public synchronized void lose(MachineId id) {
        Instant now = clock.instant();
        machines.computeIfPresent(id.value(), (_, machine) -> machine.ending(now, now));
    }

    /** Announces to take a machine away, and does so when the notice has passed. */
    public synchronized void preempt(MachineId id, Duration notice) {
        Instant gone = clock.instant().plus(notice);
        machines.computeIfPresent(id.value(), (_, machine) -> machine.announcedToGo(gone));
    }

    /** Makes a second machine with the same tags, as a provider may that answers one request twice. */
    public synchronized void duplicate(MachineId id) {
        SimulatedMachine original = machines.get(id.value());
        if (original != null) {
            made++;
            String second = String.format("sim-%06d", made);
            machines.put(second, original.copy(second, clock.instant()));
        }
    }

    /** All machines there are now, of whatever cluster, with no fault in the answer. */
    public synchronized List<Machine> everything() {
        return at(clock.instant(), machine -> true);
    }

    /** What all machines that ever were have cost until now. */
    public synchronized double cost() {
        Instant now = clock.instant();
        return machines.values().stream()
                .mapToDouble(machine -> machine.cost(now))
                .sum();
    }

    synchronized LaunchResult launch(String cluster, LaunchRequest request) throws ProviderException {
        mayThrottle();
        int granted = happens(faults.partialLaunch())
                ? random.nextInt(request.nodes().size() + 1)
                : request.nodes().size();
        var created = new ArrayList<Machine>();
        Optional<ProviderException> shortfall = Optional.empty();
        for (NodeSpec node : request.nodes()) {
            Optional<SimulatedMachine> existing = find(cluster, node.id());
            if (existing.isPresent()) {
                created.add(existing.get().seenAt(clock.instant()));
            } else if (created.size() >= granted || free(request.offer()) <= 0) {
                shortfall = Optional.of(SimulatedProblems.noCapacity(request.offer()));
            } else {
                created.add(make(cluster, request.offer(), node));
            }
        }
        if (happens(faults.lostReply())) {
            throw SimulatedProblems.noAnswer();
        }
        return new LaunchResult(created, shortfall);
    }

    synchronized List<Machine> list(String cluster) throws ProviderException {
        mayThrottle();
        if (lies.listing() == SimulatedLies.Listing.FAILS) {
            throw SimulatedProblems.noAnswer();
        }
        long age = faults.staleList().isZero()
                ? 0
                : random.nextLong(faults.staleList().toMillis() + 1);
        return at(
                clock.instant().minusMillis(age),
                machine -> machine.cluster().equals(cluster) && !lies.hides(machine.id()));
    }

    synchronized void tag(String cluster, Map<MachineId, Map<String, String>> tags) throws ProviderException {
        mayThrottle();
        tags.forEach((id, more) -> machines.computeIfPresent(
                id.value(), (_, machine) -> machine.cluster().equals(cluster) ? machine.withTags(more) : machine));
    }

    synchronized void terminate(String cluster, Set<MachineId> ids) throws ProviderException {
        mayThrottle();
        switch (lies.ending()) {
            case OBEYED -> end(cluster, ids);
            case IGNORED -> {}
            case FAILS -> throw SimulatedProblems.notEnded();
        }
    }

    private void end(String cluster, Set<MachineId> ids) {
        Instant now = clock.instant();
        for (MachineId id : ids) {
            machines.computeIfPresent(
                    id.value(),
                    (_, machine) ->
                            machine.cluster().equals(cluster) ? machine.ending(now, now.plus(stopTime)) : machine);
        }
    }

    private Machine make(String cluster, Offer offer, NodeSpec node) {
        Instant now = clock.instant();
        made++;
        String id = String.format("sim-%06d", made);
        var machine = new SimulatedMachine(
                id,
                cluster,
                offer,
                node.tags(),
                address(),
                now,
                now.plus(bootTimes.getOrDefault(offer.nodeType(), bootTime)),
                Optional.empty(),
                Optional.empty());
        machines.put(id, happens(faults.deadOnArrival()) ? machine.ending(now, now) : machine);
        idsByNode.put(cluster + "/" + node.id(), id);
        return machine.seenAt(now);
    }

    private String address() {
        if (reusesAddresses) {
            Instant now = clock.instant();
            Set<String> taken = machines.values().stream()
                    .filter(machine -> machine.existsAt(now))
                    .map(SimulatedMachine::address)
                    .collect(Collectors.toSet());
            return machines.values().stream()
                    .map(SimulatedMachine::address)
                    .filter(address -> !taken.contains(address))
                    .findFirst()
                    .orElseGet(this::newAddress);
        }
        return newAddress();
    }

    private String newAddress() {
        return "10." + (made >> 16 & 255) + "." + (made >> 8 & 255) + "." + (made & 255);
    }

    /** Also one that is ending: a node id is never used for a second machine, except for one that was made twice. */
    private Optional<SimulatedMachine> find(String cluster, NodeId node) {
        Optional<SimulatedMachine> first =
                Optional.ofNullable(idsByNode.get(cluster + "/" + node)).map(machines::get);
        Instant now = clock.instant();
        return first.isEmpty() || first.get().existsAt(now)
                ? first
                : machines.values().stream()
                        .filter(machine ->
                                machine.existsAt(now) && machine.cluster().equals(cluster))
                        .filter(machine -> node.value().equals(machine.tags().get(Tags.NODE_ID)))
                        .findFirst()
                        .or(() -> first);
    }

    private int free(Offer offer) {
        if (!capacity.containsKey(offer.key())) {
            return Integer.MAX_VALUE;
        }
        Instant now = clock.instant();
        long used = machines.values().stream()
                .filter(machine -> machine.offer().key().equals(offer.key()) && machine.existsAt(now))
                .count();
        return capacity.getOrDefault(offer.key(), 0) - (int) used;
    }

    private List<Machine> at(Instant view, Predicate<SimulatedMachine> wanted) {
        return machines.values().stream()
                .filter(wanted)
                .filter(machine -> machine.isListedAt(view))
                .map(machine -> machine.seenAt(view))
                .toList();
    }

    private void mayThrottle() throws ProviderException {
        if (happens(faults.throttled())) {
            throw SimulatedProblems.throttled();
        }
    }

    private boolean happens(double probability) {
        return probability > 0 && random.nextDouble() < probability;
    }
}
