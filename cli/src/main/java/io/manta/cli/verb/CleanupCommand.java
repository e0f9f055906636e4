package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.terminal.Console;
import io.manta.cli.terminal.Question;
import io.manta.cli.wire.Cluster;
import io.manta.cli.wire.Profile;
import io.manta.cli.wire.Stopped;
import io.manta.config.ConfigLoader;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.controller.flow.Count;
import io.manta.controller.home.ClusterLock;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.Holding;
import io.manta.spi.provider.NodeProvider.Look;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code manta cleanup}: what clusters have left in a cloud whose files nobody has any more. */
public final class CleanupCommand implements Verb {
    private static final List<String> CLOUDS = List.of("aws", "gcp");
    private static final Duration LOCK_PATIENCE = Duration.ofMinutes(1);

    @Override
    public Syntax syntax() {
        return Syntax.of("cleanup", "find and remove what orphaned clusters left in a cloud")
                .option("--provider TYPE", "aws", "the cloud to look in")
                .option("--region REGION", "the region to look in")
                .option("--project ID", "the project to look in, where the cloud has projects (gcp)")
                .account()
                .option("--cluster NAME", "only this cluster, even when it is stopped")
                .flag("--with-data", "also remove file systems that clusters kept because they hold data (aws)")
                .flag("-y, --yes", "remove without asking")
                .detail(
                        "Clusters with running machines are listed and never touched; take those down with their file. Stopped clusters"
                                + " are removed only when named.")
                .example("manta cleanup --provider aws --region us-west-2", "list, ask, and remove")
                .example(
                        "manta cleanup --provider gcp --region us-west1 --project my-project",
                        "the same in Google Cloud");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException, InterruptedException {
        Profile.choose(call);
        Console console = call.console();
        String provider = call.text("--provider").orElse("aws");
        if (!CLOUDS.contains(provider)) {
            throw call.usage("cleanup looks in " + String.join(" or ", CLOUDS) + ", not in '" + provider + "'");
        }
        String region = call.text("--region").orElseThrow(() -> call.usage("missing --region"));
        String settings = settings(call, provider, region);
        List<String> names;
        try (Cluster any = Cluster.open(call.home(), config("cleanup", settings))) {
            names = any.provider().features().clusters();
        }
        if (names.isEmpty()) {
            console.say("No cluster has anything in " + region + ".");
        }
        Optional<String> only = call.text("--cluster");
        for (String name : names) {
            if (only.isPresent() && !only.get().equals(name)) {
                continue;
            }
            handle(call, name, config(name, settings));
        }
        return ExitCode.OK;
    }

    private static void handle(Call call, String name, ClusterConfig config)
            throws ProblemException, IOException, InterruptedException {
        Console console = call.console();
        try (Cluster cluster = Cluster.open(call.home(), config)) {
            console.say("Cluster " + name + ":");
            List<Holding> holdings = cluster.provider().features().holdings();
            HoldingsTable.print(holdings, console);
            long live = cluster.provider().list(Look.USUAL).stream()
                    .filter(Machine::isLive)
                    .count();
            if (live > 0) {
                console.say(Count.of(live, "machine") + " running: not touched.");
                return;
            }
            int stopped = Stopped.list(cluster).size();
            if (stopped > 0 && !call.text("--cluster").filter(name::equals).isPresent()) {
                console.say("It is stopped (" + Count.of(stopped, "machine") + "): not touched; --cluster " + name
                        + " removes it.");
                return;
            }
            if (!call.flag("--yes")) {
                Question.confirm(console, "Remove all of it?");
            }
            boolean known = Files.exists(cluster.home().dir());
            try (ClusterLock _ = ClusterLock.acquire(cluster.home(), "cleanup", LOCK_PATIENCE, console::say)) {
                cluster.provider().cleanUp();
            }
            if (!known) {
                // The lock's directory only; a cluster that is recorded here keeps its record until `down`.
                Files.deleteIfExists(cluster.home().lock());
                Files.deleteIfExists(cluster.home().dir());
            }
            HoldingsTable.print(cluster.provider().features().holdings(), console);
        }
    }

    /** As wide as possible: what a lost file asked for is not known. */
    private static String settings(Call call, String provider, String region) {
        String more = provider.equals("gcp")
                ? ", project_id: " + call.text("--project").orElse("null")
                : ", vpc: make, placement_group: cluster, cloudwatch: {}, efs: {on_down: "
                        + (call.flag("--with-data") ? "remove}" : "keep}");
        return "{type: " + provider + ", region: " + region + more + "}";
    }

    private static ClusterConfig config(String name, String provider) throws ProblemException {
        String text = "cluster_name: \"" + name + "\"\nprovider: " + provider + "\n";
        Loaded loaded = ConfigLoader.load("cleanup", text, Path.of("").toAbsolutePath(), Overrides.NONE);
        return loaded.config().orElseThrow(() -> new ProblemException(loaded.problems()));
    }
}
