package io.manta.controller.flow;

import io.manta.controller.daemon.DaemonControl;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.loop.Ports;
import io.manta.controller.status.RestingReport;
import io.manta.controller.status.StatusFile;
import io.manta.core.event.ClusterEvent;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.RestingMachines;
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
 * Puts a cluster to rest, its disks kept, and wakes it. The daemon ends first, so that nobody replaces workers that leave; the
 * head rests last, since it is the way to the others. Cut off anywhere, the next run goes on, and so does waking or {@code down}.
 */
public final class RestFlow {
    private static final Duration ROUND = Duration.ofMillis(200);
    private static final Duration ASK_AGAIN = Duration.ofSeconds(10);
    private static final Duration LIMIT = Duration.ofMinutes(15);

    private final ClusterHome home;
    private final ClusterConfig config;
    private final Ports ports;
    private final RestingMachines resting;
    private final Progress progress;

    public RestFlow(ClusterHome home, ClusterConfig config, Ports ports, RestingMachines resting, Progress progress) {
        this.home = home;
        this.config = config;
        this.ports = ports;
        this.resting = resting;
        this.progress = progress;
    }

    /**
     * @param ended how many machines could not rest, and were ended
     * @param sleepers all that rest now
     */
    public record Result(int ended, List<RestingMachines.Sleeper> sleepers) {}

    /** The caller holds the cluster's lock. */
    public Result rest(DaemonControl daemon) throws ProblemException, InterruptedException {
        event(ClusterEvent.Type.REST_STARTED, "putting cluster " + config.name() + " to rest");
        daemon.stop();
        ports.provider().lookAnew();
        Instant deadline = ports.clock().instant().plus(LIMIT);
        Set<MachineId> ended = new HashSet<>();
        for (NodeRole role : List.of(NodeRole.WORKER, NodeRole.HEAD)) {
            ended.addAll(rest(role, deadline));
        }
        List<RestingMachines.Sleeper> sleepers = resting.list();
        report(sleepers);
        event(ClusterEvent.Type.REST_FINISHED, "cluster " + config.name() + " rests");
        return new Result(ended.size(), sleepers);
    }

    /** Workers need only have been told; the head is seen to rest, and everything with it. */
    private Set<MachineId> rest(NodeRole role, Instant deadline) throws ProblemException, InterruptedException {
        Set<MachineId> ended = new HashSet<>();
        Instant asked = Instant.MIN;
        int lastTold = 0;
        while (true) {
            List<Machine> there = ports.provider().list();
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
                        "REST-UNFINISHED",
                        there.size() + " machine(s) of cluster " + config.name() + " have not come to rest",
                        there.stream()
                                .map(machine -> machine.nodeId() + ": " + machine.state())
                                .collect(Collectors.joining("\n")),
                        "run `manta stop " + config.name() + "` again"));
            }
            if (!awake.isEmpty() && asked.plus(ASK_AGAIN).isBefore(now)) {
                ended.addAll(resting.rest(awake));
                asked = now;
            } else {
                if (there.size() != lastTold) {
                    lastTold = there.size();
                    progress.say(lastTold + " machine(s) on their way to rest");
                }
                Thread.sleep(ROUND);
            }
        }
    }

    /** Whether anything was woken; whoever wakes a cluster brings it up next. */
    public boolean wake() throws ProblemException, InterruptedException {
        int count = resting.list().size();
        if (count == 0) {
            return false;
        }
        event(ClusterEvent.Type.WAKING, "waking " + count + " machine(s) of cluster " + config.name());
        progress.say("waking " + count + " machine(s)");
        resting.wake();
        return true;
    }

    private void report(List<RestingMachines.Sleeper> sleepers) throws ProblemException {
        try {
            StatusFile.write(
                    home.status(),
                    RestingReport.of(config, sleepers, ports.clock().instant()));
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
