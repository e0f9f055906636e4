package io.manta.controller.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.controller.home.TextStore;
import io.manta.controller.setup.SetupOutcome;
import io.manta.core.event.ClusterEvent;
import io.manta.core.plan.DefaultPlanner;
import io.manta.core.plan.Goal;
import io.manta.core.setup.SetupRequest;
import io.manta.provider.simulated.SimulatedCloud;
import io.manta.provider.simulated.SimulatedFaults;
import io.manta.provider.simulated.SimulatedLies;
import io.manta.provider.simulated.SimulatedNodeProvider;
import io.manta.provider.simulated.SimulatedRay;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Resources;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.ray.RayCluster;
import io.manta.testkit.Configs;
import io.manta.testkit.FakeClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Worlds in which machines and heads were once lost or made without end. */
class SafetyTest {
    @TempDir
    Path dir;

    private final FakeClock clock = new FakeClock();
    private final SimulatedCloud cloud =
            new SimulatedCloud(clock, 1).times(Duration.ofSeconds(5), Duration.ofSeconds(5));
    private final SimulatedRay ray = new SimulatedRay(clock);
    private final List<ClusterEvent> events = new ArrayList<>();
    private final AtomicInteger suffix = new AtomicInteger();
    private final Map<String, Instant> joined = new HashMap<>();
    private boolean workersFailForGood;

    @Test
    void anHourOfWorkersThatDieAndEndsThatDoNothingCostsThreeMachinesNotAHundred() throws Exception {
        for (SimulatedLies.Ending ending : List.of(SimulatedLies.Ending.IGNORED, SimulatedLies.Ending.FAILS)) {
            cloud.lies(new SimulatedLies(SimulatedLies.Listing.TRUE, 0, ending));
            ClusterConfig config = config(2, 2);
            Controller controller = controller(config, Goal.RUN, new Memory(), false);
            for (int second = 0; second < 3600; second += 5) {
                killRayAfterAMinute();
                controller.tick();
                clock.advance(Duration.ofSeconds(5));
            }
            assertThat(cloud.everything().stream().filter(m -> m.role() == NodeRole.WORKER))
                    .as(ending.name())
                    .hasSizeLessThanOrEqualTo(3);
            cloud.lies(SimulatedLies.NONE);
            cloud.everything().forEach(machine -> cloud.lose(machine.id()));
        }
    }

    @Test
    void workersThatJoinAndDieAgainAndAgainPauseTheirType() throws Exception {
        Controller controller = controller(config(2, 2), Goal.RUN, new Memory(), false);
        for (int second = 0; second < 3600; second += 5) {
            killRayAfterAMinute();
            controller.tick();
            clock.advance(Duration.ofSeconds(5));
        }
        assertThat(events.stream().filter(event -> event.type() == ClusterEvent.Type.TYPE_PAUSED))
                .extracting(event -> event.message().contains("joined and was lost"))
                .hasSizeBetween(2, 4)
                .containsOnly(true);
        assertThat(events.stream().filter(event -> event.type() == ClusterEvent.Type.NODE_LAUNCHED))
                .as("about two for every try, three tries before each pause")
                .hasSizeLessThan(30);
    }

    private void killRayAfterAMinute() {
        joined.forEach((node, at) -> {
            if (Duration.between(at, clock.instant()).compareTo(Duration.ofMinutes(1)) >= 0) {
                ray.leave(node);
            }
        });
        ray.advance();
    }

    @Test
    void anEmptyListMakesNoSecondHead() throws Exception {
        ClusterConfig config = config(1, 2);
        TextStore asked = TextStore.of(dir.resolve("asked.json"));
        Controller up = controller(config, Goal.BRING_UP, memory(asked), false);
        rounds(up, 10);
        Controller daemon = controller(config, Goal.RUN, new Memory(), true);
        rounds(daemon, 10);
        assertThat(cloud.everything()).hasSize(2);

        cloud.lies(new SimulatedLies(SimulatedLies.Listing.EMPTY, 0, SimulatedLies.Ending.OBEYED));
        rounds(daemon, 600);
        rounds(controller(config, Goal.BRING_UP, memory(asked), false), 40);
        cloud.lies(SimulatedLies.NONE);
        rounds(daemon, 60);
        assertThat(cloud.everything()).hasSize(2);
    }

    @Test
    void whoComesAfterAKilledUpAsksWithTheSameIds() throws Exception {
        ClusterConfig config = config(2, 2);
        TextStore asked = TextStore.of(dir.resolve("asked.json"));
        cloud.faults(new SimulatedFaults(0, 0, 1, 0, Duration.ZERO));
        controller(config, Goal.BRING_UP, memory(asked), false).tick();
        assertThat(cloud.everything()).hasSize(3);

        cloud.faults(SimulatedFaults.NONE)
                .lies(new SimulatedLies(SimulatedLies.Listing.EMPTY, 0, SimulatedLies.Ending.OBEYED));
        Controller next = controller(config, Goal.BRING_UP, memory(asked), false);
        rounds(next, 40);
        cloud.lies(SimulatedLies.NONE);
        rounds(next, 40);
        assertThat(cloud.everything()).as("the same three").hasSize(3);
    }

    @Test
    void whatCannotBeNotedIsNotAskedFor() throws Exception {
        Path file = dir.resolve("file");
        Files.writeString(file, "");
        Controller up =
                controller(config(2, 2), Goal.BRING_UP, memory(TextStore.of(file.resolve("below/asked.json"))), false);
        rounds(up, 3);
        assertThat(cloud.everything()).isEmpty();
        assertThat(events)
                .anyMatch(event -> event.type() == ClusterEvent.Type.PROBLEM
                        && event.message().startsWith("nothing is launched"));
    }

    @Test
    void whatCannotBeSetUpIsTriedOnceAndItsTypePausedAndUpTriesAgainAtOnce() throws Exception {
        workersFailForGood = true;
        Controller daemon = controller(config(1, 2), Goal.RUN, new Memory(), false);
        rounds(daemon, 60);
        assertThat(events.stream().filter(event -> event.type() == ClusterEvent.Type.SETUP_FAILED))
                .hasSize(1);
        workersFailForGood = false;
        daemon.startAfresh();
        rounds(daemon, 30);
        Controller.Tick tick = daemon.tick();
        assertThat(tick.report().paused()).isEmpty();
        assertThat(tick.report().failures())
                .as("what went wrong before is over")
                .isEmpty();
        assertThat(tick.report().nodes())
                .hasSize(2)
                .allMatch(node -> node.state().equals("running"));
    }

    private void rounds(Controller controller, int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            ray.advance();
            controller.tick();
            clock.advance(Duration.ofSeconds(1));
        }
    }

    private Memory memory(TextStore asked) {
        return new Memory(Requests.in(asked, List.of(), clock.instant()));
    }

    private Controller controller(ClusterConfig config, Goal goal, Memory memory, boolean onHead) {
        var provider = new CrashingProvider(new SimulatedNodeProvider(config, cloud), new SplittableRandom(1));
        var ports = new Ports(
                provider,
                (request, machine, position) -> setUp(config, provider, request, machine),
                link(),
                new DefaultPlanner(),
                events::add,
                clock,
                Runnable::run,
                length -> String.valueOf(suffix.incrementAndGet()));
        return new Controller(config, goal, ports, memory, onHead);
    }

    private SetupOutcome setUp(ClusterConfig config, CrashingProvider provider, SetupRequest request, Machine machine)
            throws InterruptedException {
        boolean fails = workersFailForGood && machine.role() == NodeRole.WORKER;
        try {
            provider.tag(Map.of(
                    machine.id(),
                    Map.of(Tags.STATUS, (fails ? NodeStatus.UPDATE_FAILED : NodeStatus.UP_TO_DATE).tag())));
        } catch (ProviderException e) {
            throw new IllegalStateException(e);
        }
        if (fails) {
            Problem problem = Problem.error("X", "there is no such file", "", "");
            return new SetupOutcome.Failed("step", "", 1, List.of(), Optional.empty(), problem, true);
        }
        NodeType type = config.nodeType(request.type());
        ray.join(machine.nodeId().value(), type.name(), type.resources(), type.labels());
        if (machine.role() == NodeRole.WORKER) {
            joined.put(machine.nodeId().value(), clock.instant());
        }
        return new SetupOutcome.Done(Duration.ZERO, true);
    }

    private RayLink link() {
        return new RayLink() {
            @Override
            public Address address(Machine head) {
                return new Address("", "");
            }

            @Override
            public RayCluster connect(Machine head) {
                return ray;
            }

            @Override
            public void announce(Machine head, String message) {
                // No driver listens.
            }
        };
    }

    private static ClusterConfig config(int min, int max) {
        ClusterConfig small = Configs.small("c", "simulated", Map.of());
        var types = new LinkedHashMap<String, NodeType>();
        types.put(Configs.HEAD, small.head());
        types.put("w", NodeType.of("w", Resources.of("CPU", 1), min, max));
        return new ClusterConfig(
                small.name(),
                small.provider(),
                types,
                small.headType(),
                max,
                1,
                Duration.ofMinutes(60),
                small.auth(),
                small.docker(),
                small.files(),
                small.commands(),
                "",
                "");
    }
}
