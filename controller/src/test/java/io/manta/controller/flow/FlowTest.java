package io.manta.controller.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.controller.daemon.DaemonControl;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.loop.NoRay;
import io.manta.controller.loop.Ports;
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
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Reach;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code up} and {@code down} against a simulated cloud, with a daemon that only reports. */
class FlowTest {
    @TempDir
    Path dir;

    private final Clock clock = Clock.systemUTC();
    private final SimulatedCloud cloud = new SimulatedCloud(clock, 1).times(Duration.ZERO, Duration.ZERO);
    private final AtomicInteger suffix = new AtomicInteger();
    private final ReportingDaemon daemon = new ReportingDaemon();
    private Optional<Problem> refused = Optional.empty();

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
                    return new CommandResult(command.script().equals("uptime") ? 0 : 4);
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

    /** Launches no head as long as there is a reason not to. */
    private NodeProvider picky(NodeProvider provider) {
        return (NodeProvider) Proxy.newProxyInstance(
                NodeProvider.class.getClassLoader(), new Class<?>[] {NodeProvider.class}, (self, method, arguments) -> {
                    if (refused.isPresent()
                            && method.getName().equals("launch")
                            && ((LaunchRequest) arguments[0]).nodes().getFirst().role() == NodeRole.HEAD) {
                        throw new ProviderException(ProviderException.Kind.INVALID, refused.get());
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
                new NoRay(),
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
        int starts;

        @Override
        public void start() {
            running = true;
            starts++;
            try {
                StatusFile.write(home().status(), report());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private StatusReport report() {
            return new StatusReport(
                    "c",
                    "simulated",
                    clock.instant().plusSeconds(5),
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
