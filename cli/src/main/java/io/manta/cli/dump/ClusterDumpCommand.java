package io.manta.cli.dump;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.Version;
import io.manta.cli.wire.ChosenConfig;
import io.manta.cli.wire.Cluster;
import io.manta.cli.wire.ClusterRef;
import io.manta.controller.head.SideBySide;
import io.manta.controller.home.ClusterHome;
import io.manta.spi.model.Machine;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.remote.CommandRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** {@code manta cluster-dump}: one file with all that is known of a cluster, without secrets. */
public final class ClusterDumpCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("cluster-dump", "collect logs and facts of all nodes in one file, without secrets")
                .onlyCluster()
                .option("-o, --output FILE", "where to (NAME-dump.tar.gz)")
                .flag("--no-logs", "leave out Ray's own logs")
                .flag("--no-pip", "leave out the lists of Python packages")
                .flag("--no-processes", "leave out the lists of processes")
                .options("--host ADDRESS", "only nodes with these addresses, separated by commas")
                .flag("--local", "only what is kept on this machine; ask no node")
                .flag("--logs", "no effect: in it unless left out")
                .flag("--pip", "no effect: in it unless left out")
                .flag("--processes", "no effect: in it unless left out")
                .flag("--processes-verbose", "no effect: processes are listed one way")
                .flag("--no-processes-verbose", "no effect: processes are listed one way")
                .flag("--debug-state", "no effect: Ray's debug state lies among its logs")
                .flag("--no-debug-state", "no effect: Ray's debug state lies among its logs")
                .option("--ssh-user USER", "no effect: the cluster's file says how to log in")
                .option("--ssh-key FILE", "no effect: the cluster's file says how to log in")
                .option("--docker NAME", "no effect: the cluster's file names the container")
                .option("--tempfile FILE", "no effect: --output names the file")
                .detail("""
                        Holds the configuration, events, status, the output of every set-up step (also of nodes that are
                        gone), the autoscaler's log, and from each node that answers its state and the end of Ray's logs.
                        A node that does not answer is there with the reason. Passwords, tokens and keys are taken out.""")
                .example("manta cluster-dump mine", "writes mine-dump.tar.gz");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException, InterruptedException {
        ClusterRef ref = ClusterRef.of(call).recorded().withLogs();
        Path target = Path.of(call.text("--output").orElse(ref.name() + "-dump.tar.gz"));
        try (var bundle = new Bundle(ref.name() + "-dump");
                Cluster cluster = Cluster.open(call.home(), ChosenConfig.forReaching(call))) {
            ours(bundle, ref.home());
            int silent = call.flag("--local") ? 0 : nodes(call, bundle, cluster);
            bundle.pack(target);
            call.console()
                    .say("Wrote " + target
                            + (silent == 0 ? "" : "; " + silent + " node(s) did not answer, see inside"));
            return ExitCode.OK;
        }
    }

    private static void ours(Bundle bundle, ClusterHome home) throws IOException {
        bundle.text("manta.txt", List.of("manta " + Version.text(), "java " + Runtime.version()));
        bundle.file("cluster.yaml", home.config());
        bundle.file("record.json", home.record());
        bundle.file("events.jsonl", home.events());
        bundle.file("status.json", home.status());
        bundle.file("autoscaler.log", home.daemon().resolve("daemon.log"));
        bundle.tree("setup-logs", home.logs());
    }

    private static int nodes(Call call, Bundle bundle, Cluster cluster)
            throws ProblemException, IOException, InterruptedException {
        var wanted = new NodeDump.Wanted(!call.flag("--no-logs"), !call.flag("--no-pip"), !call.flag("--no-processes"));
        var dump = new NodeDump(wanted);
        Map<String, Map<String, List<String>>> answers = new TreeMap<>();
        var tasks = new ArrayList<SideBySide.Task>();
        List<String> hosts = call.texts("--host").stream()
                .flatMap(text -> Stream.of(text.split(",", -1)))
                .map(String::strip)
                .toList();
        for (Machine machine : cluster.provider().list(Look.USUAL)) {
            boolean wants = hosts.isEmpty()
                    || Stream.of(machine.internalAddress(), machine.externalAddress())
                            .flatMap(Optional::stream)
                            .anyMatch(hosts::contains);
            if (!wants) {
                continue;
            }
            tasks.add(() -> {
                Map<String, List<String>> files;
                try (CommandRunner runner = cluster.runner(machine)) {
                    files = dump.ask(runner);
                } catch (ProblemException e) {
                    files = Map.of("UNREACHABLE.txt", NodeDump.describe(e.problem()));
                }
                synchronized (answers) {
                    answers.put(machine.nodeId().value(), files);
                }
            });
        }
        SideBySide.run(tasks);
        int silent = 0;
        for (var node : answers.entrySet()) {
            silent += node.getValue().containsKey("UNREACHABLE.txt") ? 1 : 0;
            put(bundle, node.getKey(), node.getValue());
        }
        return silent;
    }

    static void put(Bundle bundle, String node, Map<String, List<String>> files) throws IOException {
        // Providers that are plug-ins choose the ids that machines are listed by.
        String plain = node.replaceAll("[^A-Za-z0-9_-]", "_");
        String name = plain.substring(0, Math.min(plain.length(), 120));
        for (var file : files.entrySet()) {
            bundle.text("nodes/" + name + "/" + file.getKey(), file.getValue());
        }
    }
}
