package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.terminal.Console;
import io.manta.cli.terminal.Question;
import io.manta.cli.terminal.TextTable;
import io.manta.cli.view.OutlookView;
import io.manta.cli.wire.ChosenConfig;
import io.manta.cli.wire.Cluster;
import io.manta.cli.wire.Ownership;
import io.manta.cli.wire.Profile;
import io.manta.cli.wire.Stopped;
import io.manta.cli.wire.StoredConfig;
import io.manta.controller.daemon.DaemonControl;
import io.manta.controller.flow.HeadChange;
import io.manta.controller.flow.HeadLook;
import io.manta.controller.flow.UpFlow;
import io.manta.controller.flow.UpOptions;
import io.manta.controller.flow.UpResult;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.ClusterLock;
import io.manta.controller.status.EventFile;
import io.manta.controller.status.StatusReport;
import io.manta.core.setup.RestartMode;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider.Depth;
import io.manta.spi.provider.Outlook;
import io.manta.spi.provider.Preflight;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code manta up}. */
public final class UpCommand implements Verb {
    private static final Duration LOCK_PATIENCE = Duration.ofMinutes(10);
    private static final int MOST_CAUSES = 60;

    @Override
    public Syntax syntax() {
        return Syntax.of("up", "bring a cluster up, or up to date")
                .optionalParameter(
                        "CLUSTER",
                        "cluster YAML file or recorded name; without it, cluster.yaml here, else Ray on this machine")
                .clusterName()
                .number("--min-workers N", "set the minimum number of workers")
                .number("--max-workers N", "set the maximum number of workers")
                .flag("--no-restart", "never restart Ray on the head")
                .flag("--restart-only", "restart Ray on the head, skip set-up commands")
                .flag("-y, --yes", "do not ask")
                .flag("--force", "also change a cluster of this name that was not brought up here")
                .account()
                .flag("--no-wait", "return once the head is up, without waiting for workers")
                .flag("--redirect-command-output", "accepted for compatibility; always on (see 'manta logs')")
                .flag("--use-login-shells", "run set-up commands as if you had logged in (default)")
                .flag("--use-normal-shells", "run set-up commands in a plain bash, which reads no profile")
                .flag("--disable-usage-stats", "have Ray not report how it is used")
                .detail(
                        "Run it again at any time: with nothing changed it touches nothing, after an interruption it goes on, "
                                + "after a change it does what the change needs.")
                .example("manta up", "what cluster.yaml says; without one, a cluster on this machine, named 'local'")
                .example("manta up cluster.yaml -y", "what the file says, without asking");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException, InterruptedException {
        Console console = call.console();
        RestartMode restart = restartMode(call);
        Profile.choose(call);
        ChosenConfig chosen = ChosenConfig.forUp(call);
        chosen.loaded().problems().stream().filter(p -> !p.isError()).forEach(console::problem);
        ClusterConfig config = StoredConfig.fingerprinted(chosen.loaded());
        try (Cluster cluster = Cluster.open(call.home(), config)) {
            Preflight preflight = preflight(cluster, console);
            ClusterHome home = cluster.home();
            if (!call.flag("--force")) {
                Ownership.demand(cluster, "up");
            }
            // Has the daemon's newest report brought, which says how the head is.
            DaemonControl daemon = cluster.daemon(console::progress);
            foretell(cluster, restart, preflight, console);
            confirm(call, cluster);
            try (ClusterLock _ = ClusterLock.acquire(home, "up", LOCK_PATIENCE, console::say)) {
                boolean newConfig = chosen.store(home, config, console.now());
                var events = new EventFile(home.events());
                if (!Stopped.list(cluster).isEmpty()) {
                    Stopped.flow(cluster, events, console::progress).start();
                }
                return tell(config, newConfig, follow(call, cluster, daemon, restart, events), console);
            }
        }
    }

    private static UpResult follow(
            Call call, Cluster cluster, DaemonControl daemon, RestartMode restart, EventFile events)
            throws ProblemException, IOException, InterruptedException {
        Console console = call.console();
        try (var _ = EventFollower.start(events, console)) {
            if (!cluster.isElsewhere() && !cluster.provider().features().isPrepared(cluster.config())) {
                // What this machine has is known only to the Python that will run Ray.
                cluster.provider().prepare(cluster.config(), console::progress);
            }
            ClusterConfig config = cluster.provider().features().complete(cluster.config());
            var flow = new UpFlow(cluster.home(), config, cluster.ports(events), daemon, console::progress);
            return flow.run(new UpOptions(restart, !call.flag("--no-wait"), UpOptions.DEFAULT.waitLimit()));
        }
    }

    private static RestartMode restartMode(Call call) {
        boolean never = call.flag("--no-restart");
        boolean only = call.flag("--restart-only");
        if (never && only) {
            throw call.usage("--no-restart and --restart-only exclude each other");
        }
        if (call.flag("--use-login-shells") && call.flag("--use-normal-shells")) {
            throw call.usage("--use-login-shells and --use-normal-shells exclude each other");
        }
        return never ? RestartMode.NEVER : only ? RestartMode.ONLY_RESTART : RestartMode.WHEN_CHANGED;
    }

    private static Preflight preflight(Cluster cluster, Console console) throws ProblemException {
        Preflight preflight = cluster.provider().check(cluster.config(), Depth.QUICK);
        if (!preflight.isClean()) {
            throw new ProblemException(preflight.problems());
        }
        preflight.problems().forEach(console::problem);
        preflight.findings().stream()
                .filter(finding -> finding.subject().equals(Preflight.THIS_MACHINE))
                .forEach(finding -> console.say("This machine: " + finding.result() + "."));
        return preflight;
    }

    /** What will be made, what it costs, and what of a running cluster is touched; nothing where nothing changes. */
    private static void foretell(Cluster cluster, RestartMode restart, Preflight preflight, Console console)
            throws ProblemException, InterruptedException {
        HeadChange head = new HeadLook(
                        cluster.home(),
                        cluster.provider().features().complete(cluster.config()),
                        cluster.ports(event -> {}))
                .change(restart);
        boolean launches = head.kind() == HeadChange.Kind.CREATE || head.kind() == HeadChange.Kind.REPLACE;
        if (launches && cluster.provider().features().traits().costsMoney()) {
            var facts = new TextTable("CHECKED", "RESULT");
            preflight.findings().forEach(finding -> facts.row(finding.subject(), finding.result()));
            console.say(facts.text(console.messagePaint()).stripTrailing());
            Outlook outlook = cluster.provider().features().outlook(cluster.config());
            OutlookView.show(outlook, console.messagePaint(), lines -> console.say(lines.stripTrailing()));
        }
        if (head.kind() != HeadChange.Kind.NOTHING
                && (head.interrupts() || cluster.provider().features().traits().costsMoney())) {
            console.say(head.words());
        }
    }

    private static void confirm(Call call, Cluster cluster) throws ProblemException {
        if (cluster.provider().features().traits().costsMoney() && !call.flag("--yes")) {
            Question.confirm(
                    call.console(), "Bring up cluster " + cluster.config().name() + "?");
        }
    }

    private static int tell(ClusterConfig config, boolean newConfig, UpResult result, Console console) {
        String name = config.name();
        if (!result.changed()) {
            console.say(
                    newConfig
                            ? "Cluster " + name + " follows the new configuration; the head was not touched."
                            : "Cluster " + name + " is up to date; nothing was touched.");
        }
        UsefulCommands.print(config, result.status(), console);
        if (result.missingWorkers() == 0) {
            return ExitCode.OK;
        }
        console.problem(Problem.error(
                "UP-WORKERS-MISSING",
                result.missingWorkers() + " of " + minimum(config) + " required workers have not joined",
                causes(result) + "the autoscaler goes on trying",
                "see `manta status " + name + "`"));
        return ExitCode.FAILED;
    }

    private static int minimum(ClusterConfig config) {
        return config.nodeTypes().values().stream()
                .mapToInt(NodeType::minWorkers)
                .sum();
    }

    /** What went wrong with each that is missing, as far as it is known. */
    private static String causes(UpResult result) {
        return result.status().stream()
                .flatMap(report -> report.failures().stream())
                .flatMap(failure -> Stream.concat(Stream.of(failure.what()), told(failure).stream()))
                .distinct()
                .limit(MOST_CAUSES)
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    // A launch's lines are a reason each; of a command's output the last line is the telling one, the rest is in its
    // log.
    private static List<String> told(StatusReport.FailureLine failure) {
        if (failure.node().isEmpty()) {
            return failure.lastLines();
        }
        return failure.lastLines().reversed().stream()
                .filter(line -> !line.isBlank())
                .limit(1)
                .map(line -> "  " + line.strip())
                .toList();
    }
}
