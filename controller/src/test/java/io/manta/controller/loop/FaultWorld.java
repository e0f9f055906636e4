package io.manta.controller.loop;

import io.manta.controller.home.TextStore;
import io.manta.provider.simulated.SimulatedCloud;
import io.manta.provider.simulated.SimulatedFaults;
import io.manta.provider.simulated.SimulatedLies;
import io.manta.provider.simulated.SimulatedNodeProvider;
import io.manta.provider.simulated.SimulatedRay;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Resources;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.ray.RayCluster;
import io.manta.spi.ray.RayException;
import io.manta.testkit.Configs;
import io.manta.testkit.FakeClock;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** A bad world: cloud, Ray, disks and clocks, and what befalls them. */
final class FaultWorld {
    static final int MAX_WORKERS = 4;

    /** No lie, no old list lasts longer. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    final FakeClock time = new FakeClock();
    final SimulatedCloud cloud;
    final SimulatedNodeProvider outside;
    final CrashingProvider provider;
    final SimulatedRay ray = new SimulatedRay(time);
    final ClusterConfig config;
    final Disk laptop = new Disk();
    final Disk head = new Disk();

    private final RandomGenerator random;
    private final FaultTally tally;
    private final SimulatedLies.Ending ending;
    private Duration clockError = Duration.ZERO;
    private Instant episodeEnds = Instant.MIN;
    private SimulatedLies.Listing listing = SimulatedLies.Listing.TRUE;
    private boolean stale;
    private int salt;
    private boolean rayIsBlind;

    FaultWorld(RandomGenerator random, FaultTally tally) {
        this.random = random;
        this.tally = tally;
        cloud = new SimulatedCloud(time, random.nextLong())
                .times(Duration.ofSeconds(random.nextInt(20)), Duration.ofSeconds(random.nextInt(15)))
                .reusingAddresses();
        config = config();
        outside = new SimulatedNodeProvider(config, cloud);
        provider = new CrashingProvider(outside, random);
        ending = switch (random.nextInt(6)) {
            case 0 -> SimulatedLies.Ending.IGNORED;
            case 1 -> SimulatedLies.Ending.FAILS;
            default -> SimulatedLies.Ending.OBEYED;
        };
    }

    private ClusterConfig config() {
        ClusterConfig small = Configs.small("sim", "simulated", Map.of());
        var types = new LinkedHashMap<String, NodeType>();
        types.put(Configs.HEAD, small.head());
        types.put(
                "a",
                NodeType.of("a", Resources.of("CPU", 2), random.nextInt(3), 4)
                        .withPrice(1)
                        .withNodeConfig(Map.of("zones", List.of("z1", "z2"), "spot", random.nextBoolean())));
        types.put("b", NodeType.of("b", Resources.of("CPU", 4), 0, 3).withPrice(1.5));
        return new ClusterConfig(
                small.name(),
                small.provider(),
                types,
                small.headType(),
                MAX_WORKERS,
                small.upscalingSpeed(),
                small.idleTimeout(),
                small.auth(),
                small.docker(),
                small.files(),
                small.commands(),
                "",
                "");
    }

    /** A disk with the two files a controller keeps; gone with its machine, and sometimes full. */
    static final class Disk {
        boolean full;
        private final Map<String, String> files = new LinkedHashMap<>();

        TextStore file(String name) {
            return new TextStore() {
                @Override
                public Optional<String> read() {
                    return Optional.ofNullable(files.get(name));
                }

                @Override
                public void write(String text) throws IOException {
                    if (full) {
                        throw new IOException("No space left on device");
                    }
                    files.put(name, text);
                }
            };
        }

        void copy(String name, Disk from, String original) {
            if (!full && from.files.containsKey(original)) {
                files.put(name, from.files.get(original));
            }
        }

        void lose() {
            files.clear();
            full = false;
        }
    }

    /** What a process takes for the time. */
    Clock clock() {
        return new Clock() {
            @Override
            public Instant instant() {
                return time.instant().plus(clockError);
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        };
    }

    String describe() {
        return listing + (stale ? " stale" : "") + " " + ending + " clock " + clockError + " "
                + cloud.everything().stream()
                        .map(m -> m.nodeId() + " " + m.state() + " " + m.status())
                        .toList();
    }

    void getBetter() {
        cloud.faults(SimulatedFaults.NONE).lies(SimulatedLies.NONE);
        provider.probability = 0;
        laptop.full = false;
        head.full = false;
        rayIsBlind = false;
        ray.reachable(true);
    }

    /** Only lists that fail now and then, as during {@code down}. */
    void listSometimesFails() {
        boolean fails = random.nextInt(3) == 0;
        cloud.lies(
                fails
                        ? new SimulatedLies(SimulatedLies.Listing.FAILS, 0, SimulatedLies.Ending.OBEYED)
                        : SimulatedLies.NONE);
        if (fails) {
            tally.fault("list fails during down");
        }
    }

    void misbehave() throws InterruptedException {
        double badness = random.nextInt(3) == 0 ? 0 : 0.15 * random.nextDouble();
        changeEpisode();
        SimulatedFaults some = badness == 0 ? SimulatedFaults.NONE : SimulatedFaults.all(badness);
        cloud.faults(new SimulatedFaults(
                some.partialLaunch(),
                some.throttled(),
                some.lostReply(),
                some.deadOnArrival(),
                stale ? LONGEST : Duration.ZERO));
        cloud.lies(new SimulatedLies(listing, salt, ending));
        provider.probability = random.nextInt(4) == 0 ? 0.05 : 0;
        if (random.nextInt(10) == 0) {
            List<Offer> offers = outside.features().offers("a");
            cloud.capacity(offers.get(random.nextInt(offers.size())), random.nextInt(4));
            tally.fault("capacity changes");
        }
        boolean answers = random.nextInt(15) != 0;
        ray.reachable(answers);
        count(!answers, "Ray does not answer");
        rayIsBlind = rayIsBlind ? random.nextInt(4) != 0 : random.nextInt(20) == 0;
        count(rayIsBlind, "Ray reports machines alive that are gone");
        laptop.full = random.nextInt(12) == 0;
        head.full = random.nextInt(12) == 0;
        count(head.full, "full disk");
        if (random.nextInt(4) == 0) {
            ray.submit(
                    Resources.of("CPU", 1 + random.nextInt(3)),
                    random.nextInt(8),
                    Duration.ofSeconds(random.nextInt(120)));
        }
        List<Machine> all = cloud.everything();
        if (!all.isEmpty()) {
            befall(all.get(random.nextInt(all.size())), all);
        }
        count(ending == SimulatedLies.Ending.IGNORED, "terminate answers and does nothing");
        count(ending == SimulatedLies.Ending.FAILS, "terminate fails");
        count(stale, "list up to 60 s old");
        count(listing == SimulatedLies.Listing.EMPTY, "empty list");
        count(listing == SimulatedLies.Listing.PARTIAL, "partial list");
        count(listing == SimulatedLies.Listing.FAILS, "list fails");
    }

    private void count(boolean happens, String kind) {
        if (happens) {
            tally.fault(kind);
        }
    }

    /** Between two bad minutes there is a good look. */
    private void changeEpisode() {
        if (time.instant().isBefore(episodeEnds)) {
            return;
        }
        boolean wasGood = listing == SimulatedLies.Listing.TRUE && !stale;
        listing = SimulatedLies.Listing.TRUE;
        stale = false;
        if (wasGood && random.nextInt(3) == 0) {
            switch (random.nextInt(5)) {
                case 0 -> listing = SimulatedLies.Listing.EMPTY;
                case 1 -> listing = SimulatedLies.Listing.PARTIAL;
                case 2 -> listing = SimulatedLies.Listing.FAILS;
                default -> stale = true;
            }
            salt = random.nextInt();
            episodeEnds = time.instant().plusSeconds(random.nextInt((int) LONGEST.toSeconds() - 15));
        }
    }

    private void befall(Machine victim, List<Machine> all) throws InterruptedException {
        String id = victim.nodeId().value();
        switch (random.nextInt(40)) {
            case 0 -> {
                tally.fault("machine vanishes");
                cloud.lose(victim.id());
            }
            case 1 -> {
                tally.fault("machine preempted");
                cloud.preempt(victim.id(), Duration.ofSeconds(random.nextInt(120)));
            }
            case 2 -> {
                tally.fault("machine made twice");
                cloud.duplicate(victim.id());
            }
            case 3, 4, 5 -> {
                if (victim.role() == NodeRole.WORKER) {
                    tally.fault("Ray dies on a machine that lives");
                    ray.leave(id);
                }
            }
            case 6 -> {
                tally.fault("time passes unwatched");
                time.advance(Duration.ofMinutes(random.nextInt(40)));
            }
            case 7 -> {
                tally.fault("all workers preempted");
                all.stream()
                        .filter(m -> m.role() == NodeRole.WORKER)
                        .forEach(m -> cloud.preempt(m.id(), Duration.ofSeconds(30)));
            }
            case 8 -> {
                tally.fault("GCS restarts");
                ray.restart();
            }
            case 9 -> {
                tally.fault("drained by hand");
                ray.drain("ray-" + id, RayCluster.DrainReason.PREEMPTION, "by hand", Optional.empty());
            }
            case 10 -> {
                tally.fault("ended by hand");
                meddle(() -> outside.terminate(Set.of(victim.id())));
            }
            case 11 -> meddle(() -> outside.tag(status(victim, NodeStatus.UP_TO_DATE)));
            case 12 -> meddle(() -> outside.tag(status(victim, NodeStatus.UPDATE_FAILED)));
            case 13 -> {
                tally.fault("clock jumps");
                clockError = Duration.ofSeconds(random.nextInt(7200) - 3600L);
            }
            default -> {}
        }
    }

    private static Map<MachineId, Map<String, String>> status(Machine machine, NodeStatus status) {
        return Map.of(machine.id(), Map.of(Tags.STATUS, status.tag()));
    }

    /** Someone with a console of their own. */
    private interface Meddling {
        void go() throws ProviderException, InterruptedException;
    }

    private void meddle(Meddling meddling) throws InterruptedException {
        try {
            meddling.go();
        } catch (ProviderException e) {
            tally.fault("refused to a person, too");
        }
    }

    /** Ray notices sooner or later that machines are gone. */
    void advanceRay() {
        if (!rayIsBlind) {
            Set<String> live = new HashSet<>();
            cloud.everything().stream()
                    .filter(m -> m.state() == MachineState.RUNNING)
                    .forEach(m -> live.add(m.nodeId().value()));
            try {
                for (var node : ray.state().nodes()) {
                    if (!live.contains(node.instanceId())) {
                        ray.leave(node.instanceId());
                    }
                }
            } catch (RayException e) {
                // It notices when it answers again.
            }
        }
        ray.advance();
    }
}
