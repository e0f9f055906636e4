package io.manta.controller.daemon;

import io.manta.controller.history.Activity;
import io.manta.controller.history.History;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.TextStore;
import io.manta.controller.loop.Controller;
import io.manta.controller.loop.Memory;
import io.manta.controller.loop.MemoryFile;
import io.manta.controller.loop.Ports;
import io.manta.controller.loop.Requests;
import io.manta.controller.setup.HeadGate;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StatusReport;
import io.manta.core.event.ClusterEvent;
import io.manta.core.plan.Goal;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Turns the loop once a second until it is told to stop. Everything it knows can be read again from the machines' tags, the
 * configuration and a small memory file, so it may be killed at any time.
 */
public final class Daemon {
    /** Renewed in the daemon's directory while {@code up} works on the head; see {@link EarlyLease}. */
    public static final String EARLY = "early";

    /** A request: nothing is skipped or paused because of what failed before. */
    public static final String RETRY = "retry";

    /** Before the name of a node type: it is no longer paused. */
    public static final String RESUME = "resume-";

    private static final Duration PERIOD = Duration.ofSeconds(1);
    // Every worker waits for the head's first answer.
    private static final Duration PROBE = Duration.ofMillis(100);

    private final ClusterHome home;
    private final ConfigSource configs;
    private final Ports ports;
    private final HeadGate headGate;
    private final ContinuousSync sync;
    private final EarlyLease early;
    private final boolean onHead;
    private BiConsumer<StatusReport, Duration> observer = (report, took) -> {};
    private volatile boolean stopping;
    private boolean canWrite = true;

    /** @param onHead it runs on the head's own machine */
    public Daemon(
            ClusterHome home,
            ConfigSource configs,
            Ports ports,
            HeadGate headGate,
            ContinuousSync sync,
            boolean onHead) {
        this.early = new EarlyLease(home.daemon().resolve(EARLY), ports.clock());
        this.onHead = onHead;
        this.home = home;
        this.configs = configs;
        this.ports = ports;
        this.headGate = headGate;
        this.sync = sync;
    }

    /** Who is shown every round's report and how long the round took; must be quick. */
    public void observer(BiConsumer<StatusReport, Duration> watcher) {
        observer = watcher;
    }

    /** Ends the loop after the current round; nodes stay as they are. */
    public void stop() {
        stopping = true;
    }

    public void run() throws ProblemException, InterruptedException {
        ClusterConfig config = configs.poll().orElseThrow();
        var memoryFile = new MemoryFile(TextStore.of(home.memory()));
        Memory memory = memoryFile.load(Requests.in(
                TextStore.of(home.asked()),
                List.of(TextStore.of(home.askedByUp())),
                ports.clock().instant()));
        var controller = new Controller(config, goal(), ports, memory, onHead);
        var history = new History(home.history());
        var activity = new Activity(ports.events());
        say(ClusterEvent.Type.DAEMON_STARTED, "the autoscaler watches cluster " + config.name());
        memoryFile.trouble().ifPresent(trouble -> say(ClusterEvent.Type.PROBLEM, trouble));
        while (!stopping) {
            Optional<ClusterConfig> changed = reload();
            if (changed.isPresent()) {
                config = changed.get();
                controller.config(config);
            }
            handleRequests(controller);
            controller.goal(goal());
            long begun = System.nanoTime();
            Controller.Tick tick = controller.tick();
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            headGate.set(tick.rayReachable());
            sync.look(config, tick.nodes());
            activity.look(tick.report());
            StatusReport report = kept(history, tick.report());
            observer.accept(report, took);
            write(report, memoryFile, memory);
            pause(tick, controller);
        }
    }

    /** A full disk costs the past, not the report. */
    private static StatusReport kept(History history, StatusReport report) {
        try {
            return history.take(report);
        } catch (IOException e) {
            return report;
        }
    }

    /** A full disk: the cluster goes on, and the next round tries again. */
    private void write(StatusReport report, MemoryFile memoryFile, Memory memory) {
        try {
            memoryFile.save(memory);
            StatusFile.write(home.status(), report);
            canWrite = true;
        } catch (IOException e) {
            if (canWrite) {
                say(ClusterEvent.Type.PROBLEM, "cannot write to " + home.dir() + ": " + e.getMessage());
            }
            canWrite = false;
        }
    }

    private static void pause(Controller.Tick tick, Controller controller) throws InterruptedException {
        if (tick.rayReachable()) {
            Thread.sleep(PERIOD);
            return;
        }
        for (Duration waited = Duration.ZERO; waited.compareTo(PERIOD) < 0; waited = waited.plus(PROBE)) {
            Thread.sleep(PROBE);
            if (controller.rayAnswers()) {
                return;
            }
        }
    }

    private Goal goal() {
        return early.holds() ? Goal.ASSIST : Goal.RUN;
    }

    private Optional<ClusterConfig> reload() {
        try {
            Optional<ClusterConfig> changed = configs.poll();
            changed.ifPresent(c -> say(ClusterEvent.Type.CONFIG_CHANGED, "follows the new configuration"));
            return changed;
        } catch (ProblemException e) {
            say(
                    ClusterEvent.Type.PROBLEM,
                    "keeps the old configuration: " + e.problem().what());
            return Optional.empty();
        }
    }

    private void handleRequests(Controller controller) {
        for (Path file : requests()) {
            String name = file.getFileName().toString();
            if (name.startsWith(RESUME)) {
                controller.resume(name.substring(RESUME.length()));
            } else if (name.equals(RETRY)) {
                controller.startAfresh();
            }
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // Handled again in the next round; requests are idempotent.
            }
        }
    }

    private List<Path> requests() {
        if (!Files.isDirectory(home.requests())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(home.requests())) {
            return files.sorted().toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private void say(ClusterEvent.Type type, String message) {
        ports.events()
                .append(new ClusterEvent(
                        ports.clock().instant(), type, Optional.empty(), Optional.empty(), message, Map.of()));
    }
}
