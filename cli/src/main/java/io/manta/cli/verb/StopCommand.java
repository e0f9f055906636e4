package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.terminal.Console;
import io.manta.cli.terminal.Question;
import io.manta.cli.wire.Cluster;
import io.manta.cli.wire.PlannedConfig;
import io.manta.cli.wire.Stopped;
import io.manta.controller.flow.Count;
import io.manta.controller.flow.StopFlow;
import io.manta.controller.home.ClusterLock;
import io.manta.controller.status.EventFile;
import io.manta.controller.status.StoppedReport;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider.Look;
import java.io.IOException;
import java.time.Duration;

/** {@code manta stop}. */
public final class StopCommand implements Verb {
    private static final Duration LOCK_PATIENCE = Duration.ofMinutes(10);

    @Override
    public Syntax syntax() {
        return Syntax.of("stop", "stop a cluster: machines stop, their disks stay")
                .onlyCluster()
                .flag("-y, --yes", "do not ask")
                .account()
                .detail("Work that runs is lost, files are not. Spot machines cannot be stopped and are terminated. "
                        + "'manta start' starts the cluster, 'manta down' removes it for good.")
                .example("manta stop demo -y", "machines cost nothing any more, their disks do");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException, InterruptedException {
        Console console = call.console();
        ClusterConfig config = PlannedConfig.of(call);
        try (Cluster cluster = Cluster.open(call.home(), config)) {
            boolean any = !Stopped.of(cluster).list().isEmpty()
                    || !cluster.provider().list(Look.USUAL).isEmpty();
            if (!any) {
                console.say("There is no cluster " + config.name() + "; nothing to do.");
                return ExitCode.OK;
            }
            if (!call.flag("--yes")) {
                Question.confirm(console, "Stop cluster " + config.name() + "?");
            }
            try (ClusterLock _ = ClusterLock.acquire(cluster.home(), "stop", LOCK_PATIENCE, console::say)) {
                StopFlow flow =
                        Stopped.flow(cluster, new EventFile(cluster.home().events()), console::progress);
                tell(config, flow.stop(cluster.daemon()), console);
            }
            return ExitCode.OK;
        }
    }

    private static void tell(ClusterConfig config, StopFlow.Result result, Console console) {
        console.clearProgress();
        console.say("Cluster " + config.name() + " is stopped: "
                + Count.of(result.machines().size(), "machine") + ".");
        if (result.ended() > 0) {
            console.say(Count.of(result.ended(), "spot machine") + " could not be stopped and "
                    + (result.ended() == 1 ? "was" : "were") + " terminated.");
        }
        StoppedReport.cost(result.machines()).ifPresent(cost -> console.say("Their disks cost " + cost + "."));
        console.say("`manta start " + config.name() + "` starts it, `manta down " + config.name() + "` removes it.");
    }
}
