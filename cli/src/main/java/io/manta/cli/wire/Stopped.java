package io.manta.cli.wire;

import io.manta.controller.flow.StopFlow;
import io.manta.controller.status.EventFile;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.StoppedMachines;
import java.util.List;
import java.util.Optional;

/** A cluster's stopped machines. */
public final class Stopped {
    private Stopped() {}

    /** A problem where machines can only run or end. */
    public static StoppedMachines of(Cluster cluster) throws ProblemException {
        return cluster.provider()
                .features()
                .stopped()
                .orElseThrow(() -> new ProblemException(Problem.error(
                        "PROVIDER-NO-STOP",
                        "machines of cluster " + cluster.config().name() + " cannot be stopped",
                        "the provider " + cluster.config().provider().type() + " can only run machines or end them",
                        "take the cluster down with `manta down`; what shall stay belongs on the head's `file_mounts`"
                                + " or elsewhere")));
    }

    public static List<StoppedMachines.Stopped> list(Cluster cluster) throws ProblemException, InterruptedException {
        Optional<StoppedMachines> stopped = cluster.provider().features().stopped();
        return stopped.isPresent() ? stopped.get().list() : List.of();
    }

    public static StopFlow flow(Cluster cluster, EventFile events, Progress progress) throws ProblemException {
        return new StopFlow(cluster.home(), cluster.config(), cluster.ports(events), of(cluster), progress);
    }
}
