package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.terminal.Console;
import io.manta.cli.terminal.Question;
import io.manta.cli.wire.Cluster;
import io.manta.cli.wire.PlannedConfig;
import io.manta.cli.wire.Resting;
import io.manta.controller.flow.RestFlow;
import io.manta.controller.home.ClusterLock;
import io.manta.controller.status.EventFile;
import io.manta.controller.status.RestingReport;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.ProblemException;
import java.io.IOException;
import java.time.Duration;

/** {@code manta stop}. */
public final class StopCommand implements Verb {
    private static final Duration LOCK_PATIENCE = Duration.ofMinutes(10);

    @Override
    public Syntax syntax() {
        return Syntax.of("stop", "put a cluster to rest: machines stop, their disks stay")
                .cluster()
                .flag("-y, --yes", "do not ask")
                .account()
                .detail("Work that runs is lost, files are not. Spot machines cannot rest and are ended. "
                        + "'manta start' wakes the cluster, 'manta down' removes it for good.")
                .example("manta stop demo -y", "machines cost nothing any more, their disks do");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException, InterruptedException {
        Console console = call.console();
        ClusterConfig config = PlannedConfig.of(call);
        try (Cluster cluster = Cluster.open(call.home(), config)) {
            boolean any = !Resting.of(cluster).list().isEmpty()
                    || !cluster.provider().list().isEmpty();
            if (!any) {
                console.say("There is no cluster " + config.name() + "; nothing to do.");
                return ExitCode.OK;
            }
            if (!call.flag("--yes")) {
                Question.confirm(console, "Put cluster " + config.name() + " to rest?");
            }
            try (ClusterLock _ = ClusterLock.acquire(cluster.home(), "stop", LOCK_PATIENCE, console::say)) {
                RestFlow flow =
                        Resting.flow(cluster, new EventFile(cluster.home().events()), console::progress);
                tell(config, flow.rest(cluster.daemon()), console);
            }
            return ExitCode.OK;
        }
    }

    private static void tell(ClusterConfig config, RestFlow.Result result, Console console) {
        console.clearProgress();
        console.say("Cluster " + config.name() + " rests: " + result.sleepers().size() + " machine(s).");
        if (result.ended() > 0) {
            console.say(result.ended() + " spot machine(s) could not rest and have ended.");
        }
        RestingReport.cost(result.sleepers()).ifPresent(cost -> console.say("Their disks cost " + cost + "."));
        console.say("`manta start " + config.name() + "` wakes it, `manta down " + config.name() + "` removes it.");
    }
}
