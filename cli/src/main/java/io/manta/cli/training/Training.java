package io.manta.cli.training;

import io.manta.cli.ExitCode;
import io.manta.cli.Main;
import io.manta.cli.Program;
import io.manta.cli.terminal.Terminal;
import io.manta.config.ConfigLoader;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.ClusterRecord;
import io.manta.controller.home.MantaHome;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StatusReport;
import io.manta.controller.status.StatusReport.NodeLine;
import io.manta.controller.status.StatusReport.Usage;
import io.manta.remote.ssh.SshConnections;
import io.manta.remote.ssh.SshSettings;
import io.manta.spi.provider.Reach;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.RemoteException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
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

    // Nobody listens on port 1.
    private static final String OVER_SSH = """
            cluster_name: hosts
            provider: {type: local, head_ip: "127.0.0.1:1", worker_ips: []}
            auth: {ssh_user: nobody}
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

    /** @param dir an empty one; what is made stays in it */
    public static void run(Path dir) throws IOException {
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
            overSsh(program, dir);
            TrainingUp.run(dir.resolve("up"));
        }
    }

    /** What a verb needs that goes to a host: once against nobody, once against a program that only looks like ssh. */
    private static void overSsh(Program program, Path dir) throws IOException {
        Path hosts = Files.writeString(dir.resolve("hosts.yaml"), OVER_SSH);
        program.run("exec", hosts.toString(), "true");
        program.run("up", hosts.toString(), "-y");
        program.run("rsync-up", hosts.toString(), hosts.toString(), "/tmp/");
        var settings = SshSettings.of(dir.resolve("known_hosts")).withProgram(List.of("sh", "-c", "true", "ssh"));
        shareConnection(dir.resolve("socket"));
        try (var connections = new SshConnections(settings);
                CommandRunner runner = connections.runner(new Reach.Ssh(
                        "127.0.0.1", 0, Optional.empty(), Optional.empty(), Optional.empty(), List.of()))) {
            runner.run(Command.of("#!/bin/sh\ntrue"), OutputSink.NOWHERE);
            runner.interactive(Command.of("true"), List.of());
        } catch (RemoteException e) {
            // Only what was loaded meanwhile counts.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void shareConnection(Path socket) throws IOException {
        var address = UnixDomainSocketAddress.of(socket);
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                var client = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(address);
            client.connect(address);
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
