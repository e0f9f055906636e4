package io.manta.cli.training;

import io.manta.config.ConfigLoader;
import io.manta.config.Overrides;
import io.manta.controller.daemon.DaemonControl;
import io.manta.controller.flow.UpFlow;
import io.manta.controller.flow.UpOptions;
import io.manta.controller.head.DaemonNeeds;
import io.manta.controller.head.RemoteDaemonControl;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.MantaHome;
import io.manta.controller.loop.Ports;
import io.manta.controller.loop.RayLink;
import io.manta.controller.setup.HeadGate;
import io.manta.controller.setup.RunnerNodeSetup;
import io.manta.controller.setup.SetupRunner;
import io.manta.controller.status.EventFile;
import io.manta.core.plan.DefaultPlanner;
import io.manta.core.setup.RestartMode;
import io.manta.provider.onprem.OnPremNodeProvider;
import io.manta.provider.onprem.OnPremNodeProvider.View;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider.Depth;
import io.manta.spi.provider.Progress;
import io.manta.spi.ray.RayCluster;
import io.manta.spi.ray.RayException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;

/** Brings up a head, and no more, on a host that is only a directory. */
final class TrainingUp {
    private static final String FILE = """
            cluster_name: pretend
            provider: {type: local, head_ip: 127.0.0.1, worker_ips: []}
            auth: {ssh_user: nobody}
            head_start_ray_commands: ["true"]
            """;

    private TrainingUp() {}

    static void run(Path dir) throws IOException {
        ClusterConfig config = ConfigLoader.load("pretend.yaml", FILE, dir, Overrides.NONE)
                .config()
                .orElseThrow();
        ClusterHome home = new MantaHome(dir).cluster(config.name());
        var host = new PretendHost(dir.resolve("host"));
        var provider =
                new OnPremNodeProvider(config, home.machines(), reach -> host, View.OUTSIDE, Duration.ofSeconds(10));
        var events = new EventFile(home.events());
        Clock clock = Clock.systemUTC();
        var setup = new SetupRunner(provider, events, new HeadGate(), clock, home.logs());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var ports = new Ports(
                    provider,
                    new RunnerNodeSetup(machine -> host, setup),
                    new NoRay(),
                    new DefaultPlanner(),
                    events,
                    clock,
                    threads,
                    "x"::repeat);
            var daemon = new Unstarted(
                    new RemoteDaemonControl(home, dir, DaemonNeeds.LITTLE, () -> Optional.of(host), Progress.NONE));
            provider.check(config, Depth.QUICK);
            new UpFlow(home, config, ports, daemon, Progress.NONE)
                    .run(new UpOptions(RestartMode.WHEN_CHANGED, false, Duration.ofSeconds(10)));
        } catch (ProblemException e) {
            // Only what was loaded meanwhile counts.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Everything is brought to the head, and nothing is started there. */
    private record Unstarted(DaemonControl real) implements DaemonControl {
        @Override
        public void bring() throws ProblemException, InterruptedException {
            real.bring();
        }

        @Override
        public void start() throws ProblemException, InterruptedException {
            real.bring();
        }

        @Override
        public void stop() {}

        @Override
        public boolean isRunning() {
            return false;
        }
    }

    private static final class NoRay implements RayLink {
        @Override
        public Address address(Machine head) {
            return new Address("", "");
        }

        @Override
        public RayCluster connect(Machine head) throws RayException {
            throw new RayException(Problem.error("RAY-UNREACHABLE", "there is none", "", ""), new IOException("none"));
        }

        @Override
        public void announce(Machine head, String message) {}
    }
}
