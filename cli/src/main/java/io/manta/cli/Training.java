package io.manta.cli;

import io.manta.cli.terminal.Terminal;
import io.manta.config.ConfigLoader;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.ClusterRecord;
import io.manta.controller.home.MantaHome;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StatusReport;
import io.manta.controller.status.StatusReport.NodeLine;
import io.manta.controller.status.StatusReport.Usage;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs the verbs that must be fast once, on an invented cluster, so that the launcher can record an AOT cache of them. */
public final class Training {
    private static final String BROKEN = """
            cluster_name: sample
            provider: {type: localhost}
            max_worker: 3
            setup_commands: [echo 1]
            available_node_types:
              head: {resources: {CPU: 1}, node_config: {}, min_workers: -1}
            head_node_type: nobody
            """;

    private Training() {}

    public static void main(String[] args) throws IOException {
        Path dir = Files.createTempDirectory("manta-training");
        try {
            run(dir);
        } finally {
            try (Stream<Path> files = Files.walk(dir)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        // As the program itself ends, so that what this needs is in the cache, too.
        System.exit(ExitCode.OK);
    }

    static void run(Path dir) throws IOException {
        ClusterHome home = new MantaHome(dir).cluster("sample");
        Instant now = Instant.now();
        new ClusterRecord("sample", "localhost", "", now).write(home);
        StatusFile.write(home.status(), sample(now));
        Path file = Files.writeString(dir.resolve("cluster.yaml"), ConfigLoader.embeddedDefault());
        Path broken = Files.writeString(dir.resolve("broken.yaml"), BROKEN);
        try (var nowhere = new PrintStream(OutputStream.nullOutputStream(), false)) {
            var program = new Program(
                    Terminal.plain(nowhere, nowhere), Map.of("MANTA_HOME", dir.toString()), Clock.systemUTC());
            Main.run(nowhere, nowhere, "--help");
            program.run("status", "sample");
            program.run("status", "sample", "-o", "json");
            program.run("list");
            program.run("validate", file.toString());
            program.run("validate", broken.toString());
            program.run("get-head-ip", file.toString());
            program.run("status", "--help");
        }
    }

    private static StatusReport sample(Instant now) {
        var head = new NodeLine(
                "head-1", "head", "head", "running", now, now, "127.0.0.1", "", "is the head", Optional.empty());
        var worker = new NodeLine(
                "worker-1",
                "worker",
                "worker",
                "setting_up",
                now,
                now,
                "",
                "[6/7] Running setup commands",
                "",
                Optional.empty());
        return new StatusReport(
                "sample",
                "localhost",
                now,
                "running",
                1,
                "127.0.0.1:6379",
                "http://127.0.0.1:8265",
                true,
                List.of(head, worker),
                Map.of("CPU", new Usage(1, 2), "memory", new Usage(0, 1 << 30)),
                List.of("{'CPU': 1.0}: 5+ pending tasks/actors"),
                List.of(),
                List.of(),
                List.of());
    }
}
