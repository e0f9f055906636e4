package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.terminal.Console;
import io.manta.cli.terminal.Question;
import io.manta.cli.view.CostView;
import io.manta.cli.wire.Cluster;
import io.manta.cli.wire.Ownership;
import io.manta.cli.wire.PlannedConfig;
import io.manta.cli.wire.Stopped;
import io.manta.controller.flow.Count;
import io.manta.controller.flow.DownFlow;
import io.manta.controller.flow.DownResult;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.ClusterLock;
import io.manta.controller.status.EventFile;
import io.manta.controller.status.StatusFile;
import io.manta.core.plan.Goal;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider.Look;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import java.util.stream.Collectors;

/** {@code manta down}. */
public final class DownCommand implements Verb {
    private static final Duration LOCK_PATIENCE = Duration.ofMinutes(10);

    @Override
    public Syntax syntax() {
        return Syntax.of("down", "take a cluster down and show that nothing is left")
                .onlyCluster()
                .flag("-y, --yes", "do not ask")
                .flag("--workers-only", "keep the head")
                .flag("--keep-min-workers", "keep the head and the minimum number of workers")
                .account()
                .flag("--force", "also take down a cluster of this name that was not brought up here")
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
                        "cluster " + config.name() + " is stopped",
                        "it can only be taken down completely",
                        "run `manta start " + config.name() + "` first"));
            }
            if (!Files.exists(home.dir()) && !stopped && hasNothing(cluster)) {
                console.say("There is no cluster " + config.name() + "; nothing to do.");
                return ExitCode.OK;
            }
            if (!call.flag("--force")) {
                Ownership.demand(cluster, "down");
            }
            try (ClusterLock _ = ClusterLock.acquire(home, "down", LOCK_PATIENCE, console::say)) {
                var events = new EventFile(home.events());
                // Read before the directory goes.
                Optional<String> spent = StatusFile.read(home.status())
                        .flatMap(report -> CostView.spent(report.cost(), console.now(), ZoneId.systemDefault()));
                var flow = new DownFlow(home, config, cluster.ports(events), cluster.daemon(), console::progress);
                boolean keepShared = call.flag("--keep-shared");
                DownResult result = flow.run(goal, call.home().keptLogs(), keepShared);
                console.clearProgress();
                int code = goal == Goal.DOWN
                        ? tellDown(config, result, keepShared, console)
                        : tellWorkers(config, goal, result, console);
                spent.ifPresent(text -> console.say("Cluster " + config.name() + " " + text + "."));
                if (goal == Goal.DOWN && result.left().isEmpty()) {
                    HoldingsTable.print(cluster.provider().features().holdings(), console);
                }
                return code;
            }
        }
    }

    /** Without local files only the provider knows: machines, and everything else that carries the cluster's name. */
    private static boolean hasNothing(Cluster cluster) throws ProblemException, InterruptedException {
        return cluster.provider().list(Look.USUAL).isEmpty()
                && cluster.provider().features().holdings().stream()
                        .allMatch(holding -> holding.names().isEmpty());
    }

    private static int tellDown(ClusterConfig config, DownResult result, boolean keepShared, Console console) {
        String name = config.name();
        if (!result.left().isEmpty()) {
            return tellLeft(config, result, console);
        }
        String ended = "Cluster " + name + ": " + Count.of(result.ended(), "machine") + " terminated";
        if (result.kept().isEmpty()) {
            console.say(ended + "; nothing is left.");
            result.logs().ifPresent(logs -> console.say("Logs are kept in " + logs));
            return ExitCode.OK;
        }
        boolean wanted = keepShared
                || result.kept().stream().noneMatch(kept -> kept.note().isEmpty());
        String kept = result.kept().stream()
                .map(holding -> holding.names().size() + " " + holding.kind())
                .collect(Collectors.joining(", "));
        if (wanted) {
            console.say(ended + "; kept: " + kept + ".");
            console.say("`manta up` uses them again, `manta down " + name + "` removes them.");
            return ExitCode.OK;
        }
        console.problem(Problem.error(
                "DOWN-LEFTOVERS",
                "resources of cluster " + name + " could not be deleted: " + kept,
                "its key and record are kept until they are gone",
                "run `manta down " + name + "` again"));
        return ExitCode.FAILED;
    }

    private static int tellWorkers(ClusterConfig config, Goal goal, DownResult result, Console console) {
        if (!result.left().isEmpty()) {
            return tellLeft(config, result, console);
        }
        int workers = Math.max(0, result.running() - 1);
        String running = workers == 0
                ? "the head is still running"
                : "the head and " + Count.of(workers, "worker") + " are still running";
        console.say(Count.of(result.ended(), "worker") + " terminated; " + running + ".");
        int minimum = config.nodeTypes().values().stream()
                .mapToInt(NodeType::minWorkers)
                .sum();
        console.say(
                goal == Goal.HEAD_ONLY && minimum > 0
                        ? "The autoscaler launches workers again: min_workers asks for " + minimum + "."
                        : "The autoscaler launches workers again when demand needs them.");
        return ExitCode.OK;
    }

    private static int tellLeft(ClusterConfig config, DownResult result, Console console) {
        console.problem(Problem.error(
                "DOWN-LEFTOVERS",
                Count.of(result.left().size(), "machine") + " of cluster " + config.name() + " did not terminate",
                String.join("\n", result.left()),
                "run `manta down " + config.name() + "` again"));
        return ExitCode.FAILED;
    }
}
