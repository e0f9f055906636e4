package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.terminal.Console;
import io.manta.cli.terminal.Question;
import io.manta.cli.wire.ChosenConfig;
import io.manta.cli.wire.Cluster;
import io.manta.cli.wire.ClusterRef;
import io.manta.cli.wire.PlannedConfig;
import io.manta.cli.wire.Profile;
import io.manta.cli.wire.StoredConfig;
import io.manta.controller.flow.BakeFlow;
import io.manta.controller.flow.DownFlow;
import io.manta.controller.flow.DownResult;
import io.manta.controller.home.ClusterLock;
import io.manta.controller.status.EventFile;
import io.manta.core.plan.Goal;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.ImageBakery;
import io.manta.spi.provider.NodeProvider.Depth;
import io.manta.spi.provider.Preflight;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** {@code manta bake}: an image of a node that is set up, so that others start in seconds. */
public final class BakeCommand implements Verb {
    private static final Duration LOCK_PATIENCE = Duration.ofMinutes(10);

    @Override
    public Syntax syntax() {
        return Syntax.of("bake", "make an image of a node that is set up, for faster starts")
                .onlyCluster()
                .option("--node-type TYPE", "the node type to set up; without it the first that is not the head's")
                .flag("--remove", "remove the images that were made for this cluster instead")
                .flag("-y, --yes", "do not ask")
                .account()
                .detail(
                        "Works in a cluster of its own, NAME-bake, which is gone afterwards; after an interruption run it "
                                + "again, or 'manta down NAME-bake'. Nodes made from the image skip initialization and set-up "
                                + "commands, file mounts included, for as long as these are the same.")
                .example("manta bake cluster.yaml", "prints the two lines to put into cluster.yaml");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException, InterruptedException {
        return call.flag("--remove") ? remove(call) : bake(call);
    }

    private static int remove(Call call) throws ProblemException, InterruptedException {
        try (Cluster cluster = Cluster.open(call.home(), PlannedConfig.of(call))) {
            ImageBakery bakery = bakery(cluster);
            String name = cluster.config().name();
            if (!call.flag("--yes")) {
                Question.confirm(call.console(), "Remove all images made for cluster " + name + "?");
            }
            List<String> removed = bakery.removeKept();
            call.console()
                    .say(
                            removed.isEmpty()
                                    ? "There is no image of cluster " + name + "; nothing to do."
                                    : "Removed: " + String.join(", ", removed));
            return ExitCode.OK;
        }
    }

    private static int bake(Call call) throws ProblemException, IOException, InterruptedException {
        Console console = call.console();
        Profile.choose(call);
        String owner = ClusterRef.of(call).name();
        ChosenConfig chosen = ChosenConfig.renamed(call, owner + ImageBakery.SUFFIX);
        ClusterConfig config = StoredConfig.fingerprinted(chosen.loaded());
        NodeType type = type(call, config);
        try (Cluster cluster = Cluster.open(call.home(), config)) {
            ImageBakery bakery = bakery(cluster);
            Preflight preflight = cluster.provider().check(config, Depth.QUICK);
            if (!preflight.isClean()) {
                throw new ProblemException(preflight.problems());
            }
            if (!call.flag("--yes")) {
                Question.confirm(console, "Launch a machine of type " + type.name() + " and make an image of it?");
            }
            try (ClusterLock _ = ClusterLock.acquire(cluster.home(), "bake", LOCK_PATIENCE, console::say)) {
                chosen.store(cluster.home(), config, console.now());
                ImageBakery.Image image = bake(call, cluster, bakery, type, owner);
                console.clearProgress();
                console.say(
                        "Image " + image.id() + " is ready. For node type " + type.name() + " in the cluster file:");
                console.data(String.join("\n", bakery.lines(image)));
            }
            return ExitCode.OK;
        }
    }

    private static ImageBakery.Image bake(Call call, Cluster cluster, ImageBakery bakery, NodeType type, String owner)
            throws ProblemException, IOException, InterruptedException {
        Console console = call.console();
        var events = new EventFile(cluster.home().events());
        try (var _ = EventFollower.start(events, console)) {
            var flow = new BakeFlow(cluster.config(), cluster.ports(events), bakery, console::progress);
            ImageBakery.Image image = flow.run(type, owner);
            var down = new DownFlow(
                    cluster.home(),
                    cluster.config(),
                    cluster.ports(events),
                    cluster.daemon(console::progress),
                    console::progress);
            DownResult result = down.run(Goal.DOWN, call.home().keptLogs());
            if (!result.left().isEmpty()) {
                console.problem(Problem.warning(
                        "DOWN-LEFTOVERS",
                        "the machine that was set up would not end",
                        String.join("\n", result.left()),
                        "run `manta down " + cluster.config().name() + "`"));
            }
            return image;
        }
    }

    private static NodeType type(Call call, ClusterConfig config) throws ProblemException {
        String wanted = call.text("--node-type")
                .orElse(config.nodeTypes().keySet().stream()
                        .filter(name -> !name.equals(config.headType()))
                        .findFirst()
                        .orElse(config.headType()));
        NodeType type = config.nodeTypes().get(wanted);
        if (type == null) {
            throw new ProblemException(Problem.error(
                    "CLI-NO-TYPE",
                    "there is no node type '" + wanted + "'",
                    "",
                    "name one of: " + String.join(", ", config.nodeTypes().keySet())));
        }
        return type;
    }

    private static ImageBakery bakery(Cluster cluster) throws ProblemException {
        return cluster.provider()
                .features()
                .bakery()
                .orElseThrow(() -> new ProblemException(Problem.error(
                        "PROVIDER-NO-IMAGES",
                        "no image can be made of machines of cluster "
                                + cluster.config().name(),
                        "the provider " + cluster.config().provider().type() + " does not make machines from images",
                        "install what nodes need where they come from, or use a container image (`docker.image`)")));
    }
}
