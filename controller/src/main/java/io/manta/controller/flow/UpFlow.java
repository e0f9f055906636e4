package io.manta.controller.flow;

import io.manta.controller.daemon.Daemon;
import io.manta.controller.daemon.DaemonControl;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.TextStore;
import io.manta.controller.loop.Controller;
import io.manta.controller.loop.Memory;
import io.manta.controller.loop.Ports;
import io.manta.controller.loop.Requests;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StatusReport;
import io.manta.core.event.ClusterEvent;
import io.manta.core.model.Node;
import io.manta.core.plan.Goal;
import io.manta.core.plan.Plan;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Brings a cluster up, or up to date. Asks for the head and the required workers in one go, sets up the head, hands over to
 * the daemon and follows it until the workers have joined. Cut off anywhere, the next run goes on from there.
 */
public final class UpFlow {
    private static final Duration ROUND = Duration.ofMillis(100);
    // What a provider calls hopeless may still pass in a moment: an image whose registry was busy.
    private static final Duration TROUBLE_GRACE = Duration.ofSeconds(15);

    private final ClusterHome home;
    private final ClusterConfig config;
    private final Ports ports;
    private final DaemonControl daemon;
    private final Progress progress;
    private final HeadLook look;

    public UpFlow(ClusterHome home, ClusterConfig config, Ports ports, DaemonControl daemon, Progress progress) {
        this.home = home;
        this.config = config;
        this.ports = ports;
        this.daemon = daemon;
        this.progress = progress;
        this.look = new HeadLook(home, config, ports);
    }

    /** The caller holds the cluster's lock and has written configuration and record. */
    public UpResult run(UpOptions options) throws ProblemException, InterruptedException {
        Optional<StatusReport> last = StatusFile.read(home.status());
        Optional<Instant> lastReport = last.map(StatusReport::at);
        var joining = new Joining(home, config, ports.clock(), new Waiting(ports.clock(), progress), last);
        HeadChange change = look.change(options.restart());
        if (change.kind() == HeadChange.Kind.NOTHING && daemon.isRunning() && look.daemonSaysHealthy()) {
            if (!ports.provider().features().isPrepared(config)) {
                // A node type that is new needs an image, say, which only this machine may look for.
                ports.provider().prepare(config, progress);
            }
            daemon.refresh();
            daemon.ask(Daemon.RETRY);
            return joining.await(options, false, Optional.empty());
        }
        event(ClusterEvent.Type.UP_STARTED, "bringing up cluster " + config.name());
        ports.provider().prepare(config, progress);
        if (change.kind() != HeadChange.Kind.NOTHING) {
            // One controller at a time: the daemon comes back when the head is ready.
            daemon.stop();
            if (change.kind() == HeadChange.Kind.REPLACE) {
                replaceHead(change.why());
            }
            bringUpHead(options, change.rayRuns() && change.kind() != HeadChange.Kind.REPLACE);
        }
        daemon.start();
        daemon.ask(Daemon.RETRY);
        if (!options.waitForWorkers()) {
            event(ClusterEvent.Type.UP_FINISHED, "the head of cluster " + config.name() + " is up");
            return new UpResult(true, 0, StatusFile.read(home.status()));
        }
        UpResult result = joining.await(options, true, lastReport);
        event(ClusterEvent.Type.UP_FINISHED, "cluster " + config.name() + " is up");
        return result;
    }

    private void replaceHead(String why) throws ProviderException, InterruptedException {
        Optional<Machine> head = look.head();
        if (head.isEmpty()) {
            return;
        }
        progress.say("the head is replaced: " + why);
        ports.provider().terminate(Set.of(head.get().id()));
        var waiting = new Waiting(ports.clock(), progress);
        while (ports.provider().list(Look.USUAL).stream()
                .anyMatch(m -> m.id().equals(head.get().id()))) {
            waiting.on("waiting until machine " + head.get().id() + " has ended");
            Thread.sleep(ROUND);
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
        var memory = memory();
        var controller = new Controller(config, Goal.BRING_UP, ports, memory);
        controller.restart(options.restart());
        controller.headRuns(rayRuns);
        Set<MachineId> before = machines(Look.USUAL);
        boolean setUpAgain = look.head().isPresent();
        var waiting = new Waiting(ports.clock(), progress);
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
            Optional<Problem> hopeless = tick.head()
                    .flatMap(Node::machine)
                    .filter(HeadLook::isBroken)
                    .flatMap(Machine::trouble);
            Instant now = ports.clock().instant();
            brokenSince = hopeless.isEmpty() ? now : brokenSince;
            if (hopeless.isPresent() && Duration.between(brokenSince, now).compareTo(TROUBLE_GRACE) > 0) {
                throw new ProblemException(hopeless.get());
            }
            if (controller.headRefused().isPresent() && controller.hasLaunched()) {
                endSince(before, memory.requests());
                throw new ProblemException(refused(controller.headRefused().get()));
            }
            Optional<StatusReport.FailureLine> failure = controller.headFailure();
            if (failure.isPresent()) {
                throw new ProblemException(headProblem(failure.get()));
            }
            waiting.on(awaited(tick));
            controller.awaitNews(ROUND);
        }
    }

    private static String awaited(Controller.Tick tick) {
        Optional<Node> head = tick.head();
        if (head.isEmpty()) {
            return tick.plan().unmet().stream()
                    .filter(unmet -> unmet.kind() == Plan.UnmetKind.MINIMUM)
                    .map(unmet -> "waiting for the head's machine: " + unmet.reason())
                    .findFirst()
                    .orElse("waiting for the head's machine");
        }
        String trouble = head.get()
                .machine()
                .flatMap(Machine::trouble)
                .map(problem -> ": " + problem.what())
                .orElse(head.get().detail().isEmpty() ? "" : ": " + head.get().detail());
        return "the head is "
                + head.get().state().name().toLowerCase(Locale.ROOT).replace('_', ' ') + trouble;
    }

    /** Nothing that went wrong before counts, but what was asked for does: it is asked for under the same ids. */
    private Memory memory() {
        return new Memory(
                Requests.in(TextStore.of(home.asked()), List.of(), ports.clock().instant()));
    }

    private Set<MachineId> machines(Look how) throws ProviderException, InterruptedException {
        return ports.provider().list(how).stream().map(Machine::id).collect(Collectors.toSet());
    }

    /** Workers that were asked for together with a head that does not come would cost and do nothing. */
    private void endSince(Set<MachineId> before, Requests requests) throws ProviderException, InterruptedException {
        List<Machine> young = ports.provider().list(Look.ANEW).stream()
                .filter(machine -> !before.contains(machine.id()))
                .toList();
        ports.provider().terminate(young.stream().map(Machine::id).collect(Collectors.toSet()));
        requests.over(young.stream().map(Machine::nodeId).toList());
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

    private void event(ClusterEvent.Type type, String message) {
        ports.events()
                .append(new ClusterEvent(
                        ports.clock().instant(), type, Optional.empty(), Optional.empty(), message, Map.of()));
    }
}
