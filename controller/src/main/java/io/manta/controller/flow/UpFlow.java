package io.manta.controller.flow;

import io.manta.controller.daemon.DaemonControl;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.loop.Controller;
import io.manta.controller.loop.Memory;
import io.manta.controller.loop.Ports;
import io.manta.controller.loop.Scope;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StatusReport;
import io.manta.core.event.ClusterEvent;
import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.core.plan.Goal;
import io.manta.core.setup.RestartMode;
import io.manta.core.setup.SetupPlans;
import io.manta.core.setup.SetupRequest;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Brings a cluster up, or up to date. Asks for the head and the minimum of workers in one go, sets up the head, hands over to
 * the daemon and follows it until the workers have joined. Cut off anywhere, the next run goes on from there.
 */
public final class UpFlow {
    private static final Duration ROUND = Duration.ofMillis(100);
    private static final Duration FRESH = Duration.ofSeconds(10);

    private static final Set<String> COMING = Stream.of(NodeState.values())
            .filter(NodeState::isComing)
            .map(state -> state.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());

    // What a provider calls hopeless may still pass in a moment: an image whose registry was busy.
    private static final Duration TROUBLE_GRACE = Duration.ofSeconds(15);

    private final ClusterHome home;
    private final ClusterConfig config;
    private final Ports ports;
    private final DaemonControl daemon;
    private final Progress progress;

    public UpFlow(ClusterHome home, ClusterConfig config, Ports ports, DaemonControl daemon, Progress progress) {
        this.home = home;
        this.config = config;
        this.ports = ports;
        this.daemon = daemon;
        this.progress = progress;
    }

    /** The caller holds the cluster's lock and has written configuration and record. */
    public UpResult run(UpOptions options) throws ProblemException, InterruptedException {
        Optional<Instant> lastReport = StatusFile.read(home.status()).map(StatusReport::at);
        if (isUpToDate(options)) {
            if (!ports.provider().features().isPrepared(config)) {
                // A node type that is new needs an image, say, which only this machine may look for.
                ports.provider().prepare(config, progress);
            }
            daemon.refresh();
            return finish(options, false, Optional.empty());
        }
        event(ClusterEvent.Type.UP_STARTED, "bringing up cluster " + config.name());
        ports.provider().prepare(config, progress);
        if (headNeedsWork(options)) {
            boolean rayRuns = daemonSaysHealthy() && !hasJustStarted();
            // One controller at a time: the daemon comes back when the head is ready.
            daemon.stop();
            endOutdatedHead();
            bringUpHead(options, rayRuns);
        }
        daemon.start();
        if (!options.waitForWorkers()) {
            event(ClusterEvent.Type.UP_FINISHED, "the head of cluster " + config.name() + " is up");
            return new UpResult(true, 0, StatusFile.read(home.status()));
        }
        UpResult result = finish(options, true, lastReport);
        event(ClusterEvent.Type.UP_FINISHED, "cluster " + config.name() + " is up");
        return result;
    }

    private boolean isUpToDate(UpOptions options) throws ProblemException, InterruptedException {
        return !headNeedsWork(options) && daemon.isRunning() && daemonSaysHealthy();
    }

    private boolean daemonSaysHealthy() {
        return StatusFile.read(home.status()).filter(this::isHealthy).isPresent();
    }

    private boolean isHealthy(StatusReport report) {
        return report.rayReachable()
                && report.at().isAfter(ports.clock().instant().minus(FRESH));
    }

    /** Whatever was reported a moment ago is of its last life, as when a cluster is started right after it was stopped. */
    private boolean hasJustStarted() throws ProviderException, InterruptedException {
        return head().filter(machine -> machine.status() == NodeStatus.UNINITIALIZED)
                .isPresent();
    }

    private Optional<Machine> head() throws ProviderException, InterruptedException {
        return Machine.head(ports.provider().list(Look.HEAD));
    }

    private boolean headNeedsWork(UpOptions options) throws ProviderException, InterruptedException {
        Optional<Machine> head = head();
        if (head.isEmpty() || isOutdated(head.get()) || head.get().status() != NodeStatus.UP_TO_DATE) {
            return true;
        }
        boolean rayRuns = StatusFile.read(home.status()).filter(this::isHealthy).isPresent();
        return !SetupPlans.forNode(setupRequest(head.get(), rayRuns, options.restart()))
                .upToDate();
    }

    private SetupRequest setupRequest(Machine head, boolean rayRuns, RestartMode restart) {
        return new SetupRequest(
                config,
                head.nodeId(),
                NodeRole.HEAD,
                config.headType(),
                head.tags(),
                Optional.empty(),
                rayRuns,
                restart);
    }

    private boolean isOutdated(Machine head) {
        String hash = head.tags().getOrDefault(Tags.LAUNCH_HASH, "");
        String wanted = config.head().launchHash();
        return !head.type().equals(config.headType()) || (!hash.isEmpty() && !wanted.isEmpty() && !hash.equals(wanted));
    }

    /** Its provider has given up on it. */
    private static boolean isBroken(Machine head) {
        return head.state() == Machine.MachineState.PENDING
                && head.trouble().filter(Problem::isError).isPresent();
    }

    private void endOutdatedHead() throws ProviderException, InterruptedException {
        Optional<Machine> head = head().filter(machine -> isOutdated(machine) || isBroken(machine));
        if (head.isPresent()) {
            progress.say(
                    isBroken(head.get())
                            ? "the head's machine cannot become ready: it is replaced"
                            : "the head was launched with other settings: it is replaced");
            ports.provider().terminate(Set.of(head.get().id()));
            while (ports.provider().list(Look.USUAL).stream()
                    .anyMatch(m -> m.id().equals(head.get().id()))) {
                Thread.sleep(ROUND);
            }
        }
    }

    private void bringUpHead(UpOptions options, boolean rayRuns) throws ProblemException, InterruptedException {
        forgetFailures();
        var early = new EarlyStart(daemon);
        try {
            bringUpHead(options, rayRuns, early);
            early.launched();
            early.await();
        } catch (ProblemException | InterruptedException e) {
            early.abandon();
            throw e;
        }
    }

    private void bringUpHead(UpOptions options, boolean rayRuns, EarlyStart early)
            throws ProblemException, InterruptedException {
        var controller = new Controller(config, Goal.RUN, Scope.HEAD, ports, new Memory());
        controller.restart(options.restart());
        controller.headRuns(rayRuns);
        Set<MachineId> before = machines(Look.USUAL);
        boolean setUpAgain = head().isPresent();
        Instant brokenSince = ports.clock().instant();
        while (true) {
            Controller.Tick tick = controller.tick();
            if (setUpAgain && tick.head().isPresent()) {
                controller.setUpHeadAgain("asked for by up");
                setUpAgain = false;
            } else if (tick.head().filter(this::isReady).isPresent() && controller.isQuiet()) {
                return;
            }
            // A Ray that runs is about to be stopped: workers must not take it for the new one.
            boolean reached = controller.isHeadReached()
                    || (ports.provider().features().traits().reachedByLaunch()
                            && tick.head().flatMap(Node::machine).isPresent());
            if (!rayRuns && reached) {
                early.begin();
            }
            if (controller.hasLaunched()) {
                early.launched();
            }
            Optional<Problem> hopeless =
                    tick.head().flatMap(Node::machine).filter(UpFlow::isBroken).flatMap(Machine::trouble);
            Instant now = ports.clock().instant();
            brokenSince = hopeless.isEmpty() ? now : brokenSince;
            if (hopeless.isPresent() && Duration.between(brokenSince, now).compareTo(TROUBLE_GRACE) > 0) {
                throw new ProblemException(hopeless.get());
            }
            if (controller.headRefused().isPresent() && controller.hasLaunched()) {
                endSince(before);
                throw new ProblemException(refused(controller.headRefused().get()));
            }
            Optional<StatusReport.FailureLine> failure = controller.headFailure();
            if (failure.isPresent()) {
                throw new ProblemException(headProblem(failure.get()));
            }
            controller.awaitNews(ROUND);
        }
    }

    private Set<MachineId> machines(Look look) throws ProviderException, InterruptedException {
        return ports.provider().list(look).stream().map(Machine::id).collect(Collectors.toSet());
    }

    /** Workers that were asked for together with a head that does not come would cost and do nothing. */
    private void endSince(Set<MachineId> before) throws ProviderException, InterruptedException {
        var young = new HashSet<>(machines(Look.ANEW));
        young.removeAll(before);
        ports.provider().terminate(young);
    }

    /** Whoever runs {@code up} again wants another try: nothing rests because of what went wrong before. */
    private void forgetFailures() throws ProblemException {
        try {
            Files.deleteIfExists(home.memory());
        } catch (IOException e) {
            throw new ProblemException(Problem.error(
                    "CLUSTER-HOME",
                    "cannot write to " + home.dir() + ": " + e.getMessage(),
                    "",
                    "check its permissions"));
        }
    }

    private boolean isReady(Node head) {
        return head.machine().filter(m -> m.status() == NodeStatus.UP_TO_DATE).isPresent();
    }

    private Problem refused(Problem problem) {
        return Problem.error(
                problem.code(),
                problem.what(),
                problem.why(),
                problem.fix() + "; then run `manta up` again, or `manta down " + config.name()
                        + "` to remove what was prepared");
    }

    private static Problem headProblem(StatusReport.FailureLine failure) {
        String why =
                failure.step() + (failure.lastLines().isEmpty() ? "" : "\n" + String.join("\n", failure.lastLines()));
        String log = failure.log().isEmpty() ? "" : "see " + failure.log() + ", then ";
        return Problem.error(
                "HEAD-SETUP-FAILED",
                "the head could not be set up: " + failure.what(),
                why,
                log + "run `manta up` again: it goes on where it stopped; or `manta down` to remove everything");
    }

    /** Follows the daemon until the minimum of workers has joined, or each missing one has said why not. */
    private UpResult finish(UpOptions options, boolean changed, Optional<Instant> old)
            throws ProblemException, InterruptedException {
        int wanted = config.nodeTypes().values().stream()
                .mapToInt(t -> t.minWorkers())
                .sum();
        Instant deadline = ports.clock().instant().plus(options.waitLimit());
        while (true) {
            Optional<StatusReport> status = StatusFile.read(home.status())
                    // Not by comparing clocks: the head's may be wrong.
                    .filter(report -> old.filter(report.at()::equals).isEmpty());
            long joined = status.map(this::joinedWorkers).orElse(0L);
            int missing = (int) Math.max(0, wanted - joined);
            boolean daemonSpoke = status.isPresent() && status.get().rayReachable();
            boolean givenUp = status.map(this::hasGivenUp).orElse(false);
            boolean enough = missing == 0 || !options.waitForWorkers() || givenUp;
            if ((daemonSpoke && enough) || ports.clock().instant().isAfter(deadline)) {
                return new UpResult(changed, missing, status);
            }
            Thread.sleep(ROUND);
        }
    }

    private long joinedWorkers(StatusReport report) {
        return report.nodes().stream()
                .filter(node -> node.role().equals(NodeRole.WORKER.tag())
                        && node.state().equals("running"))
                .count();
    }

    /** Every type that still lacks workers rests after failures, and none is on its way: waiting longer would not help. */
    private boolean hasGivenUp(StatusReport report) {
        return config.nodeTypes().values().stream()
                .filter(type -> running(report, type.name()) < type.minWorkers())
                .allMatch(type -> (isPaused(report, type.name()) || couldNotLaunch(report, type.name()))
                        && !isComing(report, type.name()));
    }

    private static boolean isPaused(StatusReport report, String type) {
        return report.paused().stream().anyMatch(paused -> paused.nodeType().equals(type));
    }

    private static boolean couldNotLaunch(StatusReport report, String type) {
        return report.failures().stream()
                .anyMatch(failure ->
                        failure.nodeType().equals(type) && failure.node().isEmpty());
    }

    private static boolean isComing(StatusReport report, String type) {
        return report.nodes().stream()
                .filter(node -> node.type().equals(type) && !node.role().equals(NodeRole.HEAD.tag()))
                .anyMatch(node -> COMING.contains(node.state()));
    }

    private static long running(StatusReport report, String type) {
        return report.nodes().stream()
                .filter(n -> n.type().equals(type)
                        && n.state().equals("running")
                        && !n.role().equals("head"))
                .count();
    }

    private void event(ClusterEvent.Type type, String message) {
        ports.events()
                .append(new ClusterEvent(
                        ports.clock().instant(), type, Optional.empty(), Optional.empty(), message, Map.of()));
    }
}
