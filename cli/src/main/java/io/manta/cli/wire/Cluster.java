package io.manta.cli.wire;

import io.manta.controller.daemon.DaemonControl;
import io.manta.controller.daemon.LocalDaemonControl;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.MantaHome;
import io.manta.controller.loop.Ports;
import io.manta.controller.setup.HeadGate;
import io.manta.controller.setup.RunnerNodeSetup;
import io.manta.controller.setup.SetupRunner;
import io.manta.core.model.ClusterConfig;
import io.manta.core.model.Machine;
import io.manta.core.model.NodeRole;
import io.manta.core.model.Problem;
import io.manta.core.model.ProblemException;
import io.manta.core.plan.DefaultPlanner;
import io.manta.core.port.CommandRunner;
import io.manta.core.port.EventLog;
import io.manta.core.port.NodeProvider;
import io.manta.core.port.ProviderException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Executors;

/** One configured cluster with everything that acts on it. Close it when done. */
public final class Cluster implements AutoCloseable {
    private static final String ID_CHARACTERS = "0123456789abcdefghijklmnopqrstuvwxyz";

    private final MantaHome manta;
    private final ClusterHome home;
    private final ClusterConfig config;
    private final NodeProvider provider;
    private final HeadGate headGate = new HeadGate();
    private final GcsRayLink ray;

    private Cluster(MantaHome manta, ClusterHome home, ClusterConfig config, NodeProvider provider) {
        this.manta = manta;
        this.home = home;
        this.config = config;
        this.provider = provider;
        this.ray = new GcsRayLink(provider);
    }

    public static Cluster open(MantaHome manta, ClusterConfig config) throws ProblemException {
        ClusterHome home = manta.cluster(config.name());
        return new Cluster(manta, home, config, Providers.open(config, manta, home));
    }

    public ClusterConfig config() {
        return config;
    }

    public ClusterHome home() {
        return home;
    }

    public NodeProvider provider() {
        return provider;
    }

    public HeadGate headGate() {
        return headGate;
    }

    /** Everything a controller needs; events go where the caller says. */
    public Ports ports(EventLog events) {
        Clock clock = Clock.systemUTC();
        var setupRunner = new SetupRunner(provider, events, headGate, clock, home.logs());
        return new Ports(
                provider,
                new RunnerNodeSetup(this::runner, setupRunner),
                ray,
                new DefaultPlanner(),
                events,
                clock,
                Executors.newVirtualThreadPerTaskExecutor(),
                Cluster::suffix);
    }

    /** The daemon beside the head of this cluster. */
    public DaemonControl daemon() {
        return new LocalDaemonControl(home, DaemonCommandLine.of(manta, home));
    }

    public CommandRunner runner(Machine machine) throws ProviderException {
        return Runners.open(provider.reach(machine));
    }

    /** The head's machine; a problem that says how to get one when there is none. */
    public Machine head() throws ProblemException, InterruptedException {
        return provider.list().stream()
                .filter(machine -> machine.isLive() && machine.role() == NodeRole.HEAD)
                .findFirst()
                .orElseThrow(() -> new ProblemException(Problem.error(
                        "CLUSTER-NO-HEAD",
                        "cluster " + config.name() + " has no head",
                        "it was never brought up, or was taken down",
                        "run `manta up`")));
    }

    public List<Machine> workers() throws ProblemException, InterruptedException {
        return provider.list().stream()
                .filter(machine -> machine.isLive() && machine.role() == NodeRole.WORKER)
                .toList();
    }

    private static String suffix(int length) {
        var random = new SecureRandom();
        var out = new StringBuilder();
        for (int i = 0; i < length; i++) {
            out.append(ID_CHARACTERS.charAt(random.nextInt(ID_CHARACTERS.length())));
        }
        return out.toString();
    }

    @Override
    public void close() {
        ray.close();
        provider.close();
    }
}
