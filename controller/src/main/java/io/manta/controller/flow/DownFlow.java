package io.manta.controller.flow;

import io.manta.controller.daemon.DaemonControl;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.TextStore;
import io.manta.controller.loop.Controller;
import io.manta.controller.loop.Memory;
import io.manta.controller.loop.Ports;
import io.manta.controller.loop.Requests;
import io.manta.core.event.ClusterEvent;
import io.manta.core.model.Node;
import io.manta.core.plan.Goal;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.Holding;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.StoppedMachines;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Takes a cluster down, or its workers, and proves it: the provider's list decides, not what was asked for. */
public final class DownFlow {
    private static final Duration ROUND = Duration.ofMillis(100);
    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final Duration SILENCE_LIMIT = Duration.ofMinutes(2);

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
        var controller = new Controller(config, goal, ports, memory());
        var proof = new Proof(ports.provider(), config, ports.clock());
        Set<String> seen = new HashSet<>();
        List<Node> left = until(goal, controller, proof, seen);
        if (!left.isEmpty() && !isReached(goal, left)) {
            List<String> names =
                    left.stream().map(node -> node.id() + ": " + node.detail()).toList();
            return new DownResult(seen.size() - left.size(), names, List.of(), left.size(), Optional.empty());
        }
        event(ClusterEvent.Type.DOWN_FINISHED, what(goal) + " is down");
        if (goal != Goal.DOWN) {
            daemon.start();
            return new DownResult(seen.size() - left.size(), List.of(), List.of(), left.size(), Optional.empty());
        }
        if (ports.provider().features().traits().hostsRemain()) {
            daemon.remove();
        }
        if (!keepShared) {
            ports.provider().cleanUp();
        }
        List<Holding> kept = ports.provider().features().holdings().stream()
                .filter(holding -> !holding.names().isEmpty())
                .toList();
        Path logs = new Farewell(home, config, ports).say(kept, keptLogs);
        return new DownResult(Math.max(seen.size(), stopped), List.of(), kept, 0, Optional.of(logs));
    }

    /** Ticks until the provider proves the goal; returns the nodes that are left, which are too many when time is over. */
    private List<Node> until(Goal goal, Controller controller, Proof proof, Set<String> seen)
            throws ProblemException, InterruptedException {
        Instant deadline = ports.clock().instant().plus(LIMIT);
        String told = "";
        while (true) {
            List<Node> left = controller.tick().nodes();
            left.forEach(node -> seen.add(node.id().value()));
            if (isReached(goal, left) && proof.holds(goal)) {
                return left;
            }
            if (proof.silentFor().compareTo(SILENCE_LIMIT) > 0) {
                throw new ProblemException(unknown(proof.silence().orElseThrow()));
            }
            if (ports.clock().instant().isAfter(deadline)) {
                return left;
            }
            String now = proof.silence()
                    .map(problem -> "the provider does not answer (" + problem.what() + "); trying again")
                    .orElse(
                            left.isEmpty()
                                    ? "checking that nothing is left"
                                    : Count.of(left.size(), "machine") + " left");
            if (!now.equals(told)) {
                told = now;
                progress.say(now);
            }
            Thread.sleep(ROUND);
        }
    }

    private Problem unknown(Problem silence) {
        return Problem.error(
                "DOWN-UNKNOWN",
                "cannot tell whether machines of cluster " + config.name() + " are still running",
                "the provider has not answered for " + SILENCE_LIMIT.toMinutes() + " minutes: " + silence.what()
                        + "\nThe cluster's key and record are kept.",
                (silence.fix().isEmpty() ? "" : silence.fix() + "; then ") + "run `manta down " + config.name()
                        + "` again");
    }

    /** What a killed `up` asked for a moment ago may not be listed yet, and is waited for. */
    private Memory memory() {
        return new Memory(
                Requests.recent(TextStore.of(home.asked()), ports.clock().instant()));
    }

    /** What is stopped is not listed, and would be left behind. */
    private int endStopped() throws ProblemException, InterruptedException {
        Optional<StoppedMachines> stopped = ports.provider().features().stopped();
        if (stopped.isEmpty()) {
            return 0;
        }
        int count = stopped.get().list().size();
        if (count > 0) {
            progress.say("terminating " + Count.of(count, "stopped machine"));
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
            case MINIMUM, RUN, BRING_UP, ASSIST ->
                nodes.stream().filter(node -> !node.isHead()).count()
                        <= config.nodeTypes().values().stream()
                                .mapToInt(type -> type.minWorkers())
                                .sum();
        };
    }

    private void event(ClusterEvent.Type type, String message) {
        ports.events()
                .append(new ClusterEvent(
                        ports.clock().instant(), type, Optional.empty(), Optional.empty(), message, Map.of()));
    }
}
