package io.manta.cli.wire;

import io.manta.controller.flow.RestFlow;
import io.manta.controller.status.EventFile;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.RestingMachines;
import java.util.List;
import java.util.Optional;

/** A cluster's machines that rest. */
public final class Resting {
    private Resting() {}

    /** A problem where machines can only run or end. */
    public static RestingMachines of(Cluster cluster) throws ProblemException {
        return cluster.provider()
                .resting()
                .orElseThrow(() -> new ProblemException(Problem.error(
                        "PROVIDER-NO-REST",
                        "machines of cluster " + cluster.config().name() + " cannot be put to rest",
                        "the provider " + cluster.config().provider().type() + " can only run machines or end them",
                        "take the cluster down with `manta down`; what shall stay belongs on the head's `file_mounts`"
                                + " or elsewhere")));
    }

    public static List<RestingMachines.Sleeper> list(Cluster cluster) throws ProblemException, InterruptedException {
        Optional<RestingMachines> resting = cluster.provider().resting();
        return resting.isPresent() ? resting.get().list() : List.of();
    }

    public static RestFlow flow(Cluster cluster, EventFile events, Progress progress) throws ProblemException {
        return new RestFlow(cluster.home(), cluster.config(), cluster.ports(events), of(cluster), progress);
    }
}
