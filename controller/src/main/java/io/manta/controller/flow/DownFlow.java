package io.manta.controller.flow;

import io.manta.controller.daemon.DaemonControl;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.loop.Controller;
import io.manta.controller.loop.Memory;
import io.manta.controller.loop.Ports;
import io.manta.controller.loop.Scope;
import io.manta.core.event.ClusterEvent;
import io.manta.core.model.Node;
import io.manta.core.plan.Goal;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.StoppedMachines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Takes a cluster down, or its workers, and proves it: the provider's list decides, not what was asked for. */
public final class DownFlow {
    private static final Duration ROUND = Duration.ofMillis(100);
    private static final Duration LIMIT = Duration.ofMinutes(15);

    private final ClusterHome home;
    private final ClusterConfig config;
    private final Ports ports;
    private final DaemonControl daemon;
    private final Progress progress;

    public DownFlow(ClusterHome home, ClusterConfig config, Ports ports, DaemonControl daemon, Progress progress) {
        this.home = home;
        this.config = config;
        this.ports = ports;
        this.daemon = daemon;
        this.progress = progress;
    }

    /**
     * The caller holds the cluster's lock.
     *
     * @param goal DOWN, HEAD_ONLY or MINIMUM; only DOWN removes the cluster itself
     * @param keptLogs directory in which the logs of a removed cluster are kept
     */
    public DownResult run(Goal goal, Path keptLogs) throws ProblemException, InterruptedException {
        return run(goal, keptLogs, false);
    }

    /** @param keepShared leave what the provider made besides machines, for the next time */
    public DownResult run(Goal goal, Path keptLogs, boolean keepShared) throws ProblemException, InterruptedException {
        event(ClusterEvent.Type.DOWN_STARTED, "taking down " + what(goal));
        stopDaemon(goal);
        int stopped = goal == Goal.DOWN ? endStopped() : 0;
        var controller = new Controller(config, goal, Scope.HEAD, ports, new Memory());
        Set<String> seen = new HashSet<>();
        Instant deadline = ports.clock().instant().plus(LIMIT);
        List<Node> left = controller.tick().nodes();
        left.forEach(node -> seen.add(node.id().value()));
        int lastTold = -1;
        while (!isReached(goal, left) && ports.clock().instant().isBefore(deadline)) {
            if (left.size() != lastTold) {
                lastTold = left.size();
                progress.say(left.size() + " machine(s) left");
            }
            Thread.sleep(ROUND);
            left = controller.tick().nodes();
        }
        if (!isReached(goal, left)) {
            List<String> names =
                    left.stream().map(node -> node.id() + ": " + node.detail()).toList();
            return new DownResult(seen.size() - left.size(), names, Optional.empty());
        }
        event(ClusterEvent.Type.DOWN_FINISHED, what(goal) + " is down");
        if (goal != Goal.DOWN) {
            daemon.start();
            return new DownResult(seen.size() - left.size(), List.of(), Optional.empty());
        }
        if (ports.provider().features().traits().hostsRemain()) {
            daemon.remove();
        }
        if (!keepShared) {
            ports.provider().cleanUp();
        }
        return new DownResult(Math.max(seen.size(), stopped), List.of(), keepLogs(keptLogs, keepShared));
    }

    /** What is stopped is not listed, and would be left behind. */
    private int endStopped() throws ProblemException, InterruptedException {
        Optional<StoppedMachines> stopped = ports.provider().features().stopped();
        if (stopped.isEmpty()) {
            return 0;
        }
        int count = stopped.get().list().size();
        if (count > 0) {
            progress.say("ending " + count + " stopped machine(s)");
            stopped.get().end();
            ports.provider().list(Look.ANEW);
        }
        return count;
    }

    /** One that cannot be told to stop ends with its machine, where machines end with their cluster. */
    private void stopDaemon(Goal goal) throws ProblemException, InterruptedException {
        try {
            daemon.stop();
        } catch (ProblemException e) {
            if (goal != Goal.DOWN || ports.provider().features().traits().hostsRemain()) {
                throw e;
            }
            progress.say("the autoscaler cannot be asked to stop and ends with the head: "
                    + e.problem().what());
        }
    }

    private String what(Goal goal) {
        return (goal == Goal.DOWN ? "cluster " : "workers of cluster ") + config.name();
    }

    private boolean isReached(Goal goal, List<Node> nodes) {
        return switch (goal) {
            case DOWN -> nodes.isEmpty();
            case HEAD_ONLY -> nodes.stream().allMatch(Node::isHead);
            case MINIMUM, RUN ->
                nodes.stream().filter(node -> !node.isHead()).count()
                        <= config.nodeTypes().values().stream()
                                .mapToInt(type -> type.minWorkers())
                                .sum();
        };
    }

    /** Moves logs and events out, then removes the cluster's directory. What is kept in the cloud keeps its key, and who made it. */
    private Optional<Path> keepLogs(Path keptLogs, boolean keepShared) throws ProblemException {
        String stamp = ports.clock().instant().toString().replace(":", "").substring(0, 17);
        Path target = keptLogs.resolve(config.name() + "-" + stamp);
        try {
            Files.createDirectories(target);
            move(home.logs(), target.resolve("nodes"));
            move(home.events(), target.resolve("events.jsonl"));
            move(home.daemon().resolve("daemon.log"), target.resolve("daemon.log"));
            if (keepShared && Files.isDirectory(home.machines())) {
                try (Stream<Path> files = Files.list(home.dir())) {
                    for (Path file : files.toList()) {
                        if (!file.equals(home.machines()) && !file.equals(home.profile())) {
                            FileTrees.delete(file);
                        }
                    }
                }
            } else {
                FileTrees.delete(home.dir());
            }
            return Optional.of(target);
        } catch (IOException e) {
            throw new ProblemException(io.manta.spi.model.Problem.error(
                    "CLUSTER-HOME",
                    "every machine is gone, but " + home.dir() + " could not be removed: " + e.getMessage(),
                    "",
                    "remove it by hand"));
        }
    }

    private static void move(Path from, Path to) throws IOException {
        if (Files.exists(from)) {
            Files.move(from, to);
        }
    }

    private void event(ClusterEvent.Type type, String message) {
        ports.events()
                .append(new ClusterEvent(
                        ports.clock().instant(), type, Optional.empty(), Optional.empty(), message, Map.of()));
    }
}
