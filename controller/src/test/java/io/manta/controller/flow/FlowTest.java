package io.manta.controller.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.controller.daemon.DaemonControl;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.loop.NoRay;
import io.manta.controller.loop.Ports;
import io.manta.controller.loop.RayLink;
import io.manta.controller.setup.HeadGate;
import io.manta.controller.setup.RunnerNodeSetup;
import io.manta.controller.setup.SetupRunner;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StatusReport;
import io.manta.core.plan.DefaultPlanner;
import io.manta.core.plan.Goal;
import io.manta.provider.simulated.SimulatedCloud;
import io.manta.provider.simulated.SimulatedCommands;
import io.manta.provider.simulated.SimulatedNodeProvider;
import io.manta.provider.simulated.SimulatedRay;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.Features;
import io.manta.spi.provider.Holding;
import io.manta.spi.provider.Inventory;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Reach;
import io.manta.spi.provider.Traits;
import io.manta.spi.ray.RayCluster;
import io.manta.spi.ray.RayException;
import io.manta.spi.remote.CommandResult;
import io.manta.testkit.Configs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code up} and {@code down} against a simulated cloud, with a daemon that only reports. */
class FlowTest {
    @TempDir
    Path dir;

    private final SteppingClock clock = new SteppingClock();
    private final SimulatedCloud cloud = new SimulatedCloud(clock, 1).times(Duration.ZERO, Duration.ZERO);
    private final AtomicInteger suffix = new AtomicInteger();
    private final ReportingDaemon daemon = new ReportingDaemon();
    private Optional<Problem> refused = Optional.empty();
    private List<Holding> holdings = List.of();
    private BooleanSupplier blind = () -> false;
    private boolean rayAnswers;
    private final RayLink ray = new RayLink() {
        private final RayLink none = new NoRay();

        @Override
        public Address address(Machine head) {
            return none.address(head);
        }

        @Override
        public RayCluster connect(Machine head) throws RayException {
            return rayAnswers ? new SimulatedRay(clock) : none.connect(head);
        }

        @Override
        public void announce(Machine head, String message) {}
    };
    private Answer answer = method -> {};

    /** May refuse to answer a call of the provider. */
    private interface Answer {
        void to(String method) throws ProviderException;
    }

    /** The time of day, which may run ahead. */
    private static final class SteppingClock extends Clock {
        private final Clock real = Clock.systemUTC();
        private Duration ahead = Duration.ZERO;
        private Duration step = Duration.ZERO;

        @Override
        public synchronized Instant instant() {
            ahead = ahead.plus(step);
            return real.instant().plus(ahead);
        }

        @Override
        public ZoneId getZone() {
            return real.getZone();
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new IllegalStateException("not needed");
        }
    }

    @Test
    void asksForHeadAndMinimumAtOnceAndHandsOverToTheDaemon() throws Exception {
        UpResult result = up(config(2), SimulatedCommands.SUCCEED);
        assertThat(result.changed()).isTrue();
        assertThat(daemon.running).isTrue();
        assertThat(cloud.everything()).hasSize(3);
        assertThat(cloud.everything().stream().filter(m -> m.role() == NodeRole.HEAD))
                .hasSize(1);
    }

    @Test
    void aSecondUpTouchesNothingAndAChangedHeadIsReplaced() throws Exception {
        ClusterConfig config = withLaunchHash(config(0), "one");
        up(config, SimulatedCommands.SUCCEED);
        int started = daemon.starts;
        assertThat(up(config, SimulatedCommands.SUCCEED).changed()).isFalse();
        assertThat(daemon.starts).isEqualTo(started);

        Machine before = liveHead();
        up(withLaunchHash(config(0), "other"), SimulatedCommands.SUCCEED);
        assertThat(liveHead().id()).isNotEqualTo(before.id());
    }

    @Test
    void aHeadThatCannotBeSetUpEndsUpWithItsReasonAndTheNextUpGoesOn() throws Exception {
        assertThatThrownBy(() -> up(config(0), (machine, command, out) -> {
                    out.line("no luck");
                    return new CommandResult(command.script().startsWith("uptime") ? 0 : 4);
                }))
                .isInstanceOfSatisfying(ProblemException.class, e -> {
                    assertThat(e.problem().code()).isEqualTo("HEAD-SETUP-FAILED");
                    assertThat(e.problem().what()).contains("exited with 4");
                    assertThat(e.problem().why()).contains("no luck");
                });
        up(config(0), SimulatedCommands.SUCCEED);
        assertThat(cloud.everything().stream().filter(Machine::isLive))
                .as("the same machine, no second one")
                .hasSize(1);
    }

    @Test
    void aHeadThatWillNeverBeLaunchedEndsUpWithTheReasonAndWithoutWorkers() throws Exception {
        refused = Optional.of(Problem.error("CLOUD-INVALID", "there is no such machine type", "", "correct it"));
        assertThatThrownBy(() -> up(config(2), SimulatedCommands.SUCCEED))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo("CLOUD-INVALID"));
        assertThat(cloud.everything().stream().filter(Machine::isLive)).isEmpty();
        refused = Optional.empty();
        up(config(2), SimulatedCommands.SUCCEED);
        assertThat(cloud.everything().stream().filter(Machine::isLive)).hasSize(3);
    }

    private Inventory inventory() {
        return new Inventory() {
            @Override
            public List<Holding> holdings() {
                return holdings;
            }

            @Override
            public List<String> clusters() {
                return List.of();
            }
        };
    }

    /** Launches no head as long as there is a reason not to. */
    private NodeProvider picky(NodeProvider provider) {
        return (NodeProvider) Proxy.newProxyInstance(
                NodeProvider.class.getClassLoader(), new Class<?>[] {NodeProvider.class}, (self, method, arguments) -> {
                    if (refused.isPresent()
                            && method.getName().equals("launch")
                            && ((LaunchRequest) arguments[0]).nodes().getFirst().role() == NodeRole.HEAD) {
                        throw new ProviderException(ProviderException.Kind.INVALID, refused.get());
                    }
                    answer.to(method.getName());
                    if (method.getName().equals("list") && blind.getAsBoolean()) {
                        return List.of();
                    }
                    if (method.getName().equals("features")) {
                        return Features.of(Traits.CLOUD).with(inventory());
                    }
                    try {
                        return method.invoke(provider, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void downEndsEverythingAndRemovesTheClustersDirectory() throws Exception {
        up(config(2), SimulatedCommands.SUCCEED);
        DownResult result = down(Goal.DOWN);
        assertThat(result.ended()).isEqualTo(3);
        assertThat(result.left()).isEmpty();
        assertThat(cloud.everything().stream().filter(Machine::isLive)).isEmpty();
        assertThat(daemon.running).isFalse();
        assertThat(Files.exists(dir.resolve("c"))).isFalse();
        assertThat(result.logs()).hasValueSatisfying(logs -> assertThat(logs).isDirectory());
    }

    @Test
    void aListThatFailsProvesNothingAndNothingIsForgotten() throws Exception {
        up(config(2), SimulatedCommands.SUCCEED);
        Files.createDirectories(dir.resolve("c/machines"));
        Files.writeString(dir.resolve("c/machines/key"), "secret");
        answer = method -> {
            if (method.equals("list")) {
                throw new ProviderException(
                        ProviderException.Kind.UNREACHABLE, Problem.error("CLOUD-DOWN", "no answer", "", "wait"));
            }
        };
        clock.step = Duration.ofSeconds(20);
        assertThatThrownBy(() -> down(Goal.DOWN)).isInstanceOfSatisfying(ProblemException.class, e -> {
            assertThat(e.problem().code()).isEqualTo("DOWN-UNKNOWN");
            assertThat(e.problem().why()).contains("no answer");
        });
        assertThat(dir.resolve("c/machines/key")).exists();
        assertThat(cloud.everything().stream().filter(Machine::isLive)).hasSize(3);

        answer = method -> {};
        clock.step = Duration.ZERO;
        assertThat(down(Goal.DOWN).ended()).isEqualTo(3);
        assertThat(dir.resolve("c")).doesNotExist();
    }

    @Test
    void aListThatShowsNothingOnceIsNotBelieved() throws Exception {
        up(config(0), SimulatedCommands.SUCCEED);
        var looks = new AtomicInteger();
        blind = () -> looks.incrementAndGet() <= 2;
        assertThat(down(Goal.DOWN).left()).isEmpty();
        assertThat(cloud.everything().stream().filter(Machine::isLive)).isEmpty();
    }

    @Test
    void whatIsLeftAtTheProviderKeepsKeyAndRecord() throws Exception {
        up(config(0), SimulatedCommands.SUCCEED);
        Files.createDirectories(dir.resolve("c/machines"));
        Files.writeString(dir.resolve("c/machines/key"), "secret");
        Files.writeString(dir.resolve("c/record.json"), "{}");
        holdings = List.of(new Holding("disks", List.of("disk-1"), ""), new Holding("machines", List.of(), ""));
        assertThat(down(Goal.DOWN).kept()).extracting(Holding::kind).containsExactly("disks");
        assertThat(dir.resolve("c/machines/key")).exists();
        assertThat(dir.resolve("c/record.json")).exists();
        assertThat(dir.resolve("c/status.json")).doesNotExist();

        holdings = List.of();
        assertThat(down(Goal.DOWN).kept()).isEmpty();
        assertThat(dir.resolve("c")).doesNotExist();
    }

    @Test
    void aRayThatAnswersIsNotRestartedHoweverOldTheReportIs() throws Exception {
        up(config(0), SimulatedCommands.SUCCEED);
        daemon.report(clock.instant().minusSeconds(60));
        rayAnswers = true;
        List<String> run = Collections.synchronizedList(new ArrayList<>());
        up(config(0), (machine, command, out) -> {
            run.add(command.script());
            return new CommandResult(0);
        });
        assertThat(run).isEmpty();

        daemon.report(clock.instant().minusSeconds(60));
        rayAnswers = false;
        up(config(0), (machine, command, out) -> {
            run.add(command.script());
            return new CommandResult(0);
        });
        assertThat(run).as("nobody answers: Ray is started").contains("start");
    }

    @Test
    void whatHappensToTheHeadIsKnownBefore() throws Exception {
        ClusterConfig config = withLaunchHash(config(0), "one");
        assertThat(foresee(config).kind()).isEqualTo(HeadChange.Kind.CREATE);
        up(config, SimulatedCommands.SUCCEED);
        assertThat(foresee(config).kind()).isEqualTo(HeadChange.Kind.NOTHING);
        assertThat(foresee(withLaunchHash(config, "other")).interrupts()).isTrue();
        var changed = new io.manta.spi.model.CommandSettings(
                List.of(), List.of("install"), List.of(), List.of("start differently"), List.of());
        HeadChange restart = foresee(config.withCommands(changed));
        assertThat(restart.kind()).isEqualTo(HeadChange.Kind.RESTART);
        assertThat(restart.interrupts()).isTrue();
        assertThat(restart.words()).contains("ends all running jobs");
    }

    @Test
    void anUpNobodyHasConfirmedIsNoSuccess() throws Exception {
        daemon.silent = true;
        clock.step = Duration.ofMillis(200);
        var options = new UpOptions(UpOptions.DEFAULT.restart(), true, Duration.ofSeconds(10));
        var flow = new UpFlow(home(), config(0), ports(config(0), SimulatedCommands.SUCCEED), daemon, Progress.NONE);
        assertThatThrownBy(() -> flow.run(options))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo("UP-NO-REPORT"));
    }

    @Test
    void whoeverWaitsIsToldWhyAtLeastEveryQuarterOfAMinute() throws Exception {
        daemon.silent = true;
        clock.step = Duration.ofSeconds(1);
        var said = new ArrayList<String>();
        var options = new UpOptions(UpOptions.DEFAULT.restart(), true, Duration.ofMinutes(2));
        var flow = new UpFlow(home(), config(0), ports(config(0), SimulatedCommands.SUCCEED), daemon, said::add);
        assertThatThrownBy(() -> flow.run(options)).isInstanceOf(ProblemException.class);
        assertThat(said.stream().filter(line -> line.startsWith("waiting for the autoscaler's first report")))
                .hasSizeGreaterThanOrEqualTo(5);
    }

    private HeadChange foresee(ClusterConfig config) throws Exception {
        return new HeadLook(home(), config, ports(config, SimulatedCommands.SUCCEED))
                .change(UpOptions.DEFAULT.restart());
    }

    @Test
    void onAHeadThatWasWokenRayIsStartedHoweverFreshTheLastReportIs() throws Exception {
        up(config(0), SimulatedCommands.SUCCEED);
        new SimulatedNodeProvider(config(0), cloud, SimulatedCommands.SUCCEED)
                .tag(Map.of(liveHead().id(), Map.of(Tags.STATUS, NodeStatus.UNINITIALIZED.tag())));
        List<String> run = Collections.synchronizedList(new ArrayList<>());
        up(config(0), (machine, command, out) -> {
            run.add(command.script());
            return new CommandResult(0);
        });
        assertThat(run).contains("start").doesNotContain("install");
    }

    @Test
    void workersOnlyKeepsTheHeadAndTheDaemon() throws Exception {
        up(config(2), SimulatedCommands.SUCCEED);
        down(Goal.HEAD_ONLY);
        assertThat(cloud.everything().stream().filter(Machine::isLive))
                .singleElement()
                .satisfies(machine -> assertThat(machine.role()).isEqualTo(NodeRole.HEAD));
        assertThat(daemon.running).isTrue();
    }

    private Machine liveHead() {
        return cloud.everything().stream()
                .filter(m -> m.isLive() && m.role() == NodeRole.HEAD)
                .findFirst()
                .orElseThrow();
    }

    private UpResult up(ClusterConfig config, SimulatedCommands commands) throws Exception {
        var options = new UpOptions(UpOptions.DEFAULT.restart(), false, Duration.ofSeconds(10));
        return new UpFlow(home(), config, ports(config, commands), daemon, Progress.NONE).run(options);
    }

    private DownResult down(Goal goal) throws Exception {
        ClusterConfig config = config(2);
        return new DownFlow(home(), config, ports(config, SimulatedCommands.SUCCEED), daemon, Progress.NONE)
                .run(goal, dir.resolve("kept"));
    }

    private ClusterHome home() {
        return new ClusterHome(dir.resolve("c"));
    }

    private Ports ports(ClusterConfig config, SimulatedCommands commands) {
        NodeProvider provider = picky(new SimulatedNodeProvider(config, cloud, commands));
        var runner = new SetupRunner(provider, event -> {}, new HeadGate(), clock, dir.resolve("c/logs"));
        return new Ports(
                provider,
                new RunnerNodeSetup(m -> ((Reach.Own) provider.reach(m)).runner(), runner),
                ray,
                new DefaultPlanner(),
                event -> {},
                clock,
                Executors.newVirtualThreadPerTaskExecutor(),
                length -> String.valueOf(suffix.incrementAndGet()));
    }

    private static ClusterConfig config(int minWorkers) {
        ClusterConfig base = Configs.small("c", "simulated", Map.of());
        var types = new LinkedHashMap<>(base.nodeTypes());
        types.put(Configs.WORKER, base.nodeType(Configs.WORKER).withLimits(minWorkers, 10));
        var commands = new io.manta.spi.model.CommandSettings(
                List.of(), List.of("install"), List.of(), List.of("start"), List.of());
        return new ClusterConfig(
                base.name(),
                base.provider(),
                types,
                base.headType(),
                base.maxWorkers(),
                base.upscalingSpeed(),
                base.idleTimeout(),
                base.auth(),
                base.docker(),
                base.files(),
                commands,
                "",
                "");
    }

    private static ClusterConfig withLaunchHash(ClusterConfig config, String hash) {
        var types = new LinkedHashMap<>(config.nodeTypes());
        types.replaceAll((name, type) -> type.withLaunchHash(hash));
        return config.withNodeTypes(types);
    }

    /** Says that all is well, as long as it runs. */
    private final class ReportingDaemon implements DaemonControl {
        boolean running;
        boolean silent;
        int starts;

        @Override
        public void start() {
            running = true;
            starts++;
            if (!silent) {
                report(clock.instant().plusSeconds(5));
            }
        }

        void report(Instant at) {
            try {
                StatusFile.write(home().status(), reportOf(at));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private StatusReport reportOf(Instant at) {
            return new StatusReport(
                    "c",
                    "simulated",
                    at,
                    "running",
                    1,
                    "",
                    "",
                    true,
                    List.of(),
                    Map.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of());
        }

        @Override
        public void stop() {
            running = false;
        }

        @Override
        public boolean isRunning() {
            return running;
        }
    }
}
