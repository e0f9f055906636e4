package io.manta.cli.wire;

import io.manta.controller.daemon.DaemonControl;
import io.manta.controller.daemon.LocalDaemonControl;
import io.manta.controller.head.DaemonNeeds;
import io.manta.controller.head.RemoteDaemonControl;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.ClusterIdentity;
import io.manta.controller.home.ClusterRecord;
import io.manta.controller.home.MantaHome;
import io.manta.controller.loop.Ports;
import io.manta.controller.loop.RayLink;
import io.manta.controller.setup.HeadGate;
import io.manta.controller.setup.HostPreparation;
import io.manta.controller.setup.InterNodeSsh;
import io.manta.controller.setup.RunnerNodeSetup;
import io.manta.controller.setup.SetupRunner;
import io.manta.core.event.EventLog;
import io.manta.core.plan.DefaultPlanner;
import io.manta.remote.ssh.SshConnections;
import io.manta.remote.ssh.SshSettings;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.NodeProviderFactory;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderContext;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Traits;
import io.manta.spi.remote.CommandRunner;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** One configured cluster with everything that acts on it. Close it when done. */
public final class Cluster implements AutoCloseable {
    private static final String ID_CHARACTERS = "0123456789abcdefghijklmnopqrstuvwxyz";

    private final MantaHome manta;
    private final ClusterHome home;
    private final ClusterConfig config;
    private final NodeProvider provider;
    private final HeadGate headGate = new HeadGate();
    private final SshConnections connections;
    private final Runners runners;
    private final RayLink ray;
    private final boolean elsewhere;
    private final DaemonNeeds daemonNeeds;

    private Cluster(
            MantaHome manta,
            ClusterHome home,
            ClusterConfig config,
            NodeProvider provider,
            SshConnections connections,
            boolean onHead) {
        Traits traits = provider.features().traits();
        this.manta = manta;
        this.home = home;
        this.config = config;
        this.provider = provider;
        this.connections = connections;
        this.runners = new Runners(config, connections);
        // Only our own localhost provider tells Ray's ports by the environment of its nodes.
        boolean byEnvironment = !traits.elsewhere() && !config.provider().type().equals("external");
        this.ray = byEnvironment
                ? new GcsRayLink(provider)
                : new RemoteRayLink(provider, config, connections, onHead || !traits.elsewhere());
        this.elsewhere = traits.elsewhere() && !onHead;
        this.daemonNeeds = traits.needsLittleJava() ? DaemonNeeds.LITTLE : DaemonNeeds.MUCH;
    }

    public static Cluster open(MantaHome manta, ClusterConfig config) throws ProblemException {
        ClusterHome home = manta.cluster(config.name());
        boolean onHead = System.getenv(RemoteDaemonControl.ON_HEAD) != null;
        if (!onHead) {
            Place.check(home, config);
            Profile.recall(home);
        }
        // Host keys outlive the cluster: the same hosts are expected to show the same keys the next time.
        var connections = new SshConnections(
                SshSettings.of(manta.root().resolve("known_hosts").resolve(config.name())));
        NodeProviderFactory factory = Providers.of(config.provider().type());
        NodeProvider provider = factory.open(
                new ProviderContext(config, home.machines(), manta.runtime(), connections::runner, onHead));
        return new Cluster(manta, home, config, provider, connections, onHead);
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

    /** Whether the head is another machine, and this process does not run on it. */
    public boolean isElsewhere() {
        return elsewhere;
    }

    public HeadGate headGate() {
        return headGate;
    }

    /** Everything a controller needs; events go where the caller says. */
    public Ports ports(EventLog events) {
        Clock clock = Clock.systemUTC();
        HostPreparation preparation =
                config.auth().interNodeSsh() ? new InterNodeSsh(home.machines(), config.name()) : HostPreparation.NONE;
        var setupRunner = new SetupRunner(provider, events, headGate, clock, home.logs(), preparation);
        return new Ports(
                provider,
                new RunnerNodeSetup(this::runner, setupRunner),
                ray,
                new DefaultPlanner(),
                events,
                clock,
                Executors.newVirtualThreadPerTaskExecutor(),
                Cluster::suffix,
                ClusterRecord.read(home)
                        .flatMap(ClusterRecord::identity)
                        .map(ClusterIdentity::marks)
                        .orElse(Map.of()));
    }

    /** The daemon beside the head of this cluster; its newest report is here when this returns. */
    public DaemonControl daemon() throws InterruptedException {
        return daemon(Progress.NONE);
    }

    /** @param progress is told what is brought to the head, which takes its time on a slow way */
    public DaemonControl daemon(Progress progress) throws InterruptedException {
        if (!elsewhere) {
            return new LocalDaemonControl(home, DaemonCommandLine.of(manta, home));
        }
        var remote = new RemoteDaemonControl(home, manta.runtime(), daemonNeeds, new HeadHost(), progress);
        remote.mirror().catchUp();
        return remote;
    }

    /** The way to the head's host, outside any container. */
    private final class HeadHost implements RemoteDaemonControl.Head {
        private @Nullable Machine known;
        private @Nullable Machine last;

        @Override
        public synchronized Optional<CommandRunner> runner() throws ProblemException, InterruptedException {
            Machine head = known;
            if (head == null) {
                // When the cluster is gone, its head's host still has to be tidied.
                head = Machine.head(provider.list(Look.HEAD)).orElse(last);
                known = head;
            }
            return head == null ? Optional.empty() : Optional.of(runners.openHost(head, provider.reach(head)));
        }

        @Override
        public synchronized void forget() {
            last = known;
            known = null;
        }
    }

    public CommandRunner runner(Machine machine) throws ProviderException {
        return runners.open(machine, provider.reach(machine));
    }

    /** The head's machine; a problem that says how to get one when there is none. */
    public Machine head() throws ProblemException, InterruptedException {
        return Machine.head(provider.list(Look.HEAD))
                .orElseThrow(() -> new ProblemException(Problem.error(
                        "CLUSTER-NO-HEAD",
                        "cluster " + config.name() + " has no head",
                        "it was never brought up, or was taken down",
                        "run `manta up`")));
    }

    public List<Machine> workers() throws ProblemException, InterruptedException {
        return provider.list(Look.USUAL).stream()
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
        connections.close();
    }
}
