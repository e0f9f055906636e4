package io.manta.controller.flow;

import io.manta.controller.home.ClusterHome;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StatusReport;
import io.manta.core.model.NodeState;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Follows the daemon's reports until the required workers have joined, or each missing one has said why not. */
final class Joining {
    private static final Duration ROUND = Duration.ofMillis(100);

    private static final Set<String> COMING = Stream.of(NodeState.values())
            .filter(NodeState::isComing)
            .map(state -> state.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());

    private final ClusterHome home;
    private final ClusterConfig config;
    private final Clock clock;
    private final Waiting waiting;
    // What failed or was paused before this run is tried again by it, and says nothing.
    private final Set<Object> known = new HashSet<>();

    /** @param last the report from before this run */
    Joining(ClusterHome home, ClusterConfig config, Clock clock, Waiting waiting, Optional<StatusReport> last) {
        this.home = home;
        this.config = config;
        this.clock = clock;
        this.waiting = waiting;
        last.ifPresent(report -> {
            known.addAll(report.failures());
            known.addAll(report.paused());
        });
    }

    /** @param old when the last report was written that is of no use, because it is from before */
    UpResult await(UpOptions options, boolean changed, Optional<Instant> old)
            throws ProblemException, InterruptedException {
        int wanted = config.nodeTypes().values().stream()
                .mapToInt(t -> t.minWorkers())
                .sum();
        Instant deadline = clock.instant().plus(options.waitLimit());
        while (true) {
            Optional<StatusReport> status = StatusFile.read(home.status())
                    // Not by comparing clocks: the head's may be wrong.
                    .filter(report -> old.filter(report.at()::equals).isEmpty());
            long joined = status.map(this::joinedWorkers).orElse(0L);
            int missing = (int) Math.max(0, wanted - joined);
            boolean daemonSpoke = status.isPresent() && status.get().rayReachable();
            boolean givenUp = status.map(this::hasGivenUp).orElse(false);
            boolean enough = missing == 0 || !options.waitForWorkers() || givenUp;
            boolean late = clock.instant().isAfter(deadline);
            if (late && !daemonSpoke) {
                throw new ProblemException(silent(options, status));
            }
            if ((daemonSpoke && enough) || late) {
                return new UpResult(changed, missing, status);
            }
            waiting.on(awaited(status, missing, wanted));
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

    private boolean isPaused(StatusReport report, String type) {
        return report.paused().stream().anyMatch(paused -> paused.nodeType().equals(type) && !known.contains(paused));
    }

    private boolean couldNotLaunch(StatusReport report, String type) {
        return report.failures().stream()
                .filter(failure -> !known.contains(failure))
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

    /** Nobody has said that the cluster works, so nobody may say that it is up. */
    private Problem silent(UpOptions options, Optional<StatusReport> status) {
        String limit = options.waitLimit().toMinutes() + " minutes";
        return Problem.error(
                "UP-NO-REPORT",
                status.isEmpty()
                        ? "the autoscaler of cluster " + config.name() + " has not reported for " + limit
                        : "the autoscaler of cluster " + config.name() + " has not reached Ray for " + limit,
                "the head is set up; whether Ray works there is not known",
                "see `manta logs " + config.name() + "`, then run `manta up` again");
    }

    /** What is missing, and what the daemon knows of why. */
    private static String awaited(Optional<StatusReport> status, int missing, int wanted) {
        if (status.isEmpty()) {
            return "waiting for the autoscaler's first report";
        }
        if (!status.get().rayReachable()) {
            return "waiting until Ray answers on the head";
        }
        Stream<String> nodes = status.get().nodes().stream()
                .filter(node -> !node.role().equals(NodeRole.HEAD.tag()) && COMING.contains(node.state()))
                .map(node -> Stream.of(node.id(), node.step(), node.detail())
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining(" ")));
        Stream<String> unmet = status.get().unmet().stream().map(line -> line.what() + ": " + line.reason());
        Stream<String> paused =
                status.get().paused().stream().map(line -> line.nodeType() + " is paused: " + line.reason());
        String why = Stream.concat(paused, Stream.concat(unmet, nodes))
                .distinct()
                .limit(3)
                .collect(Collectors.joining("; "));
        return missing + " of " + wanted + " required workers have not joined" + (why.isEmpty() ? "" : ": " + why);
    }
}
