package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.wire.Cluster;
import io.manta.cli.wire.ClusterRef;
import io.manta.cli.wire.PlannedConfig;
import io.manta.cli.wire.Stopped;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider.Look;
import java.util.ArrayList;
import java.util.List;

/** {@code manta start}: {@code up} for a cluster that is stopped; {@code up} would start it as well. */
public final class StartCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("start", "start a cluster that 'manta stop' has stopped")
                .onlyCluster()
                .account()
                .flag("--no-wait", "return once the head is up, without waiting for workers")
                .flag("--head", "of 'ray start': says what to type instead")
                .option("--address ADDRESS", "of 'ray start': says what to type instead")
                .detail("Machines come back with their disks and the addresses they have for each other; "
                        + "only Ray is started anew.")
                .example("manta start demo", "the cluster is as it was, and nothing is installed again");
    }

    @Override
    public int run(Call call) throws ProblemException, InterruptedException {
        if (call.flag("--head") || call.text("--address").isPresent()) {
            throw new ProblemException(Problem.error(
                    "CLI-RAY-START",
                    "`manta start` starts a stopped cluster; it does not start Ray on this machine",
                    "",
                    call.flag("--head")
                            ? "run `manta up` for a cluster on this machine, or `ray start --head`"
                            : "add this machine to `worker_ips` of a cluster file, or run `ray start --address="
                                    + call.text("--address").get() + "`"));
        }
        try (Cluster cluster = Cluster.open(call.home(), PlannedConfig.of(call))) {
            String name = cluster.config().name();
            if (Stopped.of(cluster).list().isEmpty()) {
                if (Machine.head(cluster.provider().list(Look.HEAD)).isPresent()) {
                    call.console().say("Cluster " + name + " is not stopped; nothing to do.");
                    return ExitCode.OK;
                }
                throw new ProblemException(Problem.error(
                        "CLI-NOT-STOPPED",
                        "cluster " + name + " has no stopped machines",
                        "it was never brought up, or was taken down",
                        "run `manta up`"));
            }
        }
        var words = new ArrayList<>(List.of("up", ClusterRef.given(call), "--yes"));
        call.text("--cluster-name").ifPresent(name -> words.addAll(List.of("--cluster-name", name)));
        call.text("--profile").ifPresent(name -> words.addAll(List.of("--profile", name)));
        call.text("--kubeconfig").ifPresent(file -> words.addAll(List.of("--kubeconfig", file)));
        if (call.flag("--no-wait")) {
            words.add("--no-wait");
        }
        return call.also(words.toArray(String[]::new));
    }
}
