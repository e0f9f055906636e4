package io.manta.controller.flow;

import io.manta.controller.daemon.DaemonControl;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.loop.Ports;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StoppedReport;
import io.manta.core.event.ClusterEvent;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.StoppedMachines;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Stops a cluster, its disks kept, and starts it. The daemon ends first, so that nobody replaces workers that leave; the head
 * stops last, since it is the way to the others. Cut off anywhere, the next run goes on, and so does {@code start} or {@code down}.
 */
public final class StopFlow {
    private static final Duration ROUND = Duration.ofMillis(200);
    private static final Duration ASK_AGAIN = Duration.ofSeconds(10);
    private static final Duration LIMIT = Duration.ofMinutes(15);

    private final ClusterHome home;
    private final ClusterConfig config;
    private final Ports ports;
    private final StoppedMachines stopped;
    private final Progress progress;

    public StopFlow(ClusterHome home, ClusterConfig config, Ports ports, StoppedMachines stopped, Progress progress) {
        this.home = home;
        this.config = config;
        this.ports = ports;
        this.stopped = stopped;
        this.progress = progress;
    }

    /**
     * @param ended how many machines could not be stopped, and were ended
     * @param machines all that are stopped now
     */
    public record Result(int ended, List<StoppedMachines.Stopped> machines) {}

    /** The caller holds the cluster's lock. */
    public Result stop(DaemonControl daemon) throws ProblemException, InterruptedException {
        event(ClusterEvent.Type.STOP_STARTED, "stopping cluster " + config.name());
        daemon.stop();
        Instant deadline = ports.clock().instant().plus(LIMIT);
        Set<MachineId> ended = new HashSet<>();
        for (NodeRole role : List.of(NodeRole.WORKER, NodeRole.HEAD)) {
            ended.addAll(stop(role, deadline));
        }
        List<StoppedMachines.Stopped> machines = stopped.list();
        report(machines);
        event(ClusterEvent.Type.STOP_FINISHED, "cluster " + config.name() + " is stopped");
        return new Result(ended.size(), machines);
    }

    /** Workers need only have been told; the head is seen to stop, and everything with it. */
    private Set<MachineId> stop(NodeRole role, Instant deadline) throws ProblemException, InterruptedException {
        Set<MachineId> ended = new HashSet<>();
        Instant asked = Instant.MIN;
        int lastTold = 0;
        boolean first = true;
        while (true) {
            // Until now the daemon worked on them.
            List<Machine> there = ports.provider().list(first ? Look.ANEW : Look.USUAL);
            first = false;
            Set<MachineId> awake = there.stream()
                    .filter(machine -> machine.isLive() && machine.role() == role)
                    .map(Machine::id)
                    .collect(Collectors.toSet());
            if (role == NodeRole.HEAD ? there.isEmpty() : awake.isEmpty()) {
                return ended;
            }
            Instant now = ports.clock().instant();
            if (now.isAfter(deadline)) {
                throw new ProblemException(Problem.error(
                        "STOP-UNFINISHED",
                        Count.of(there.size(), "machine") + " of cluster " + config.name() + " did not stop",
                        there.stream()
                                .map(machine -> machine.nodeId() + ": " + machine.state())
                                .collect(Collectors.joining("\n")),
                        "run `manta stop " + config.name() + "` again"));
            }
            if (!awake.isEmpty() && asked.plus(ASK_AGAIN).isBefore(now)) {
                ended.addAll(stopped.stop(awake));
                asked = now;
            } else {
                if (there.size() != lastTold) {
                    lastTold = there.size();
                    progress.say("stopping " + Count.of(lastTold, "machine"));
                }
                Thread.sleep(ROUND);
            }
        }
    }

    /** Whether anything was started; whoever starts a cluster brings it up next. */
    public boolean start() throws ProblemException, InterruptedException {
        int count = stopped.list().size();
        if (count == 0) {
            return false;
        }
        event(
                ClusterEvent.Type.START_STARTED,
                "starting " + Count.of(count, "machine") + " of cluster " + config.name());
        progress.say("starting " + Count.of(count, "machine"));
        stopped.start();
        return true;
    }

    private void report(List<StoppedMachines.Stopped> machines) throws ProblemException {
        try {
            StatusFile.write(
                    home.status(),
                    StoppedReport.of(config, machines, ports.clock().instant()));
        } catch (IOException e) {
            throw new ProblemException(Problem.error(
                    "CLUSTER-HOME",
                    "cannot write to " + home.dir() + ": " + e.getMessage(),
                    "",
                    "check its permissions"));
        }
    }

    private void event(ClusterEvent.Type type, String message) {
        ports.events()
                .append(new ClusterEvent(
                        ports.clock().instant(), type, Optional.empty(), Optional.empty(), message, Map.of()));
    }
}
