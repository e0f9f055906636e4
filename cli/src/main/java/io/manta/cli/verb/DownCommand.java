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
import io.manta.controller.flow.DownFlow;
import io.manta.controller.flow.DownResult;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.ClusterLock;
import io.manta.controller.status.EventFile;
import io.manta.core.plan.Goal;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider.Look;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;

/** {@code manta down}. */
public final class DownCommand implements Verb {
    private static final Duration LOCK_PATIENCE = Duration.ofMinutes(10);

    @Override
    public Syntax syntax() {
        return Syntax.of("down", "take a cluster down and prove that nothing is left")
                .cluster()
                .flag("-y, --yes", "do not ask")
                .flag("--workers-only", "keep the head")
                .flag("--keep-min-workers", "keep the head and the minimum of workers")
                .account()
                .flag("--keep-shared", "leave roles, keys and networks for the next time")
                .example("manta down local -y", "ends every process of the cluster 'local'");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException, InterruptedException {
        Console console = call.console();
        Goal goal = call.flag("--keep-min-workers")
                ? Goal.MINIMUM
                : call.flag("--workers-only") ? Goal.HEAD_ONLY : Goal.DOWN;
        ClusterConfig config = PlannedConfig.of(call);
        if (!call.flag("--yes")) {
            String what = goal == Goal.DOWN ? "cluster " : "workers of cluster ";
            Question.confirm(console, "Take down " + what + config.name() + "?");
        }
        try (Cluster cluster = Cluster.open(call.home(), config)) {
            ClusterHome home = cluster.home();
            boolean stopped = !Stopped.list(cluster).isEmpty();
            if (stopped && goal != Goal.DOWN) {
                throw new ProblemException(Problem.error(
                        "CLI-STOPPED",
                        "cluster " + config.name() + " is stopped; it can only be taken down completely",
                        "",
                        "run `manta start " + config.name() + "` first"));
            }
            if (!Files.exists(home.dir())
                    && !stopped
                    && cluster.provider().list(Look.USUAL).isEmpty()) {
                console.say("There is no cluster " + config.name() + "; nothing to do.");
                return ExitCode.OK;
            }
            try (ClusterLock _ = ClusterLock.acquire(home, "down", LOCK_PATIENCE, console::say)) {
                var events = new EventFile(home.events());
                var flow = new DownFlow(home, config, cluster.ports(events), cluster.daemon(), console::progress);
                DownResult result = flow.run(goal, call.home().keptLogs(), call.flag("--keep-shared"));
                int code = tell(config, result, console);
                if (goal == Goal.DOWN && result.left().isEmpty()) {
                    HoldingsTable.print(cluster.provider().features().holdings(), console);
                }
                return code;
            }
        }
    }

    private static int tell(ClusterConfig config, DownResult result, Console console) {
        console.clearProgress();
        if (!result.left().isEmpty()) {
            console.problem(Problem.error(
                    "DOWN-LEFTOVERS",
                    result.left().size() + " machine(s) of cluster " + config.name() + " would not end",
                    String.join("\n", result.left()),
                    "run `manta down " + config.name() + "` again"));
            return ExitCode.FAILED;
        }
        console.say("Cluster " + config.name() + ": " + result.ended() + " machine(s) ended, none is left.");
        result.logs().ifPresent(logs -> console.say("Logs are kept in " + logs));
        return ExitCode.OK;
    }
}
