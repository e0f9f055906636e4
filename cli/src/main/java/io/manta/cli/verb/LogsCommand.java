package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Suggestion;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.wire.ClusterRef;
import io.manta.controller.home.ClusterHome;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** {@code manta logs}: the output of set-up steps, and of the autoscaler itself. */
public final class LogsCommand implements Verb {
    private static final String DAEMON = "autoscaler";

    @Override
    public Syntax syntax() {
        return Syntax.of("logs", "show the output of a node's set-up, or of the autoscaler")
                .onlyCluster()
                .optionalParameter(
                        "NODE", "a node's id, or '" + DAEMON + "'; without it the nodes with logs are listed")
                .option("--step N", "only step N of the seven")
                .flag("-f, --follow", "go on showing what is written, until Ctrl-C")
                .example("manta logs local", "which nodes have logs")
                .example("manta logs local worker-1 --step 6", "what the setup commands of worker-1 printed")
                .example("manta logs local autoscaler -f", "follow the autoscaler's own log");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException, InterruptedException {
        ClusterRef cluster = ClusterRef.of(call).recorded().withLogs();
        ClusterHome home = cluster.home();
        if (call.flag("--follow")) {
            Thread.ofVirtual().start(() -> keepFetching(cluster));
        }
        if (call.parameter("NODE").isEmpty()) {
            nodes(home).forEach(call.console()::data);
            if (Files.exists(daemonLog(home))) {
                call.console().data(DAEMON);
            }
            return ExitCode.OK;
        }
        String node = call.required("NODE");
        List<Path> files = node.equals(DAEMON) ? List.of(daemonLog(home)) : stepLogs(home, node, call);
        new FileTail(files, call.console()).show(call.flag("--follow"));
        return ExitCode.OK;
    }

    private static void keepFetching(ClusterRef cluster) {
        try {
            while (true) {
                Thread.sleep(1000);
                cluster.withLogs();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<Path> stepLogs(ClusterHome home, String node, Call call) throws ProblemException, IOException {
        Path dir = home.logs().resolve(node);
        if (!nodes(home).contains(node)) {
            throw new ProblemException(noLogs(home, node));
        }
        List<Path> files = sorted(dir);
        if (call.text("--step").isEmpty()) {
            return files;
        }
        String name = "step-" + call.text("--step").get() + ".log";
        return List.of(files.stream()
                .filter(file -> file.endsWith(name))
                .findFirst()
                .orElseThrow(() -> new ProblemException(Problem.error(
                        "CLI-NO-LOG",
                        "node '" + node + "' has no log of step "
                                + call.text("--step").orElse(""),
                        "steps without commands have none; there are: "
                                + String.join(
                                        ", ",
                                        files.stream()
                                                .map(f -> f.getFileName().toString())
                                                .toList()),
                        "omit --step to see all"))));
    }

    private static Problem noLogs(ClusterHome home, String node) throws IOException {
        List<String> nodes = nodes(home);
        return Problem.error(
                "CLI-NO-LOG",
                "there are no logs of a node '" + node + "'",
                nodes.isEmpty() ? "no node has been set up yet" : "nodes with logs: " + String.join(", ", nodes),
                Suggestion.among(node, nodes)
                        .map(near -> "did you mean '" + near + "'?")
                        .orElse("see `manta logs " + home.name() + "`"));
    }

    private static List<String> nodes(ClusterHome home) throws IOException {
        return sorted(home.logs()).stream()
                .filter(Files::isDirectory)
                .map(dir -> dir.getFileName().toString())
                .toList();
    }

    private static List<Path> sorted(Path dir) throws IOException {
        if (!Files.isDirectory(dir)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(dir)) {
            return entries.sorted().toList();
        }
    }

    private static Path daemonLog(ClusterHome home) {
        return home.daemon().resolve("daemon.log");
    }
}
