package io.manta.cli.wire;

import io.manta.controller.home.ClusterIdentity;
import io.manta.controller.home.ClusterRecord;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.NodeProvider.Look;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Keeps verbs that change or end a cluster away from somebody else's cluster of the same name. */
public final class Ownership {
    private Ownership() {}

    /** @param verb what was asked for, for the command that does it all the same */
    public static void demand(Cluster cluster, String verb) throws ProblemException, InterruptedException {
        List<Machine> machines = cluster.provider().list(Look.USUAL);
        Optional<ClusterIdentity> ours = ClusterRecord.read(cluster.home()).flatMap(ClusterRecord::identity);
        boolean recorded = ClusterRecord.read(cluster.home()).isPresent();
        List<Machine> others = ours.isPresent()
                ? ours.get().strangers(machines)
                : recorded ? List.of() : ClusterIdentity.notMine(machines);
        if (others.isEmpty()) {
            return;
        }
        String name = cluster.config().name();
        String owners = others.stream()
                .map(machine -> machine.tags().getOrDefault(Tags.OWNER, "unknown: not made by this version of Manta"))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        String examples = others.stream()
                .map(machine -> machine.id().value())
                .sorted()
                .limit(3)
                .collect(Collectors.joining(", "));
        throw new ProblemException(Problem.error(
                "CLUSTER-NOT-YOURS",
                "there is a cluster " + name + " that was not brought up here",
                "owner: " + owners + "; machines: " + examples + (others.size() > 3 ? " …" : ""),
                "choose another `cluster_name`; or, if it is yours to change, run `manta " + verb + " … --force`"));
    }
}
