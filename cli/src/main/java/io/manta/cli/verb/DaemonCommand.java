package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.wire.AdvertisedRayLink;
import io.manta.cli.wire.Cluster;
import io.manta.cli.wire.CompletedConfigs;
import io.manta.cli.wire.StoredConfig;
import io.manta.controller.daemon.ContinuousSync;
import io.manta.controller.daemon.Daemon;
import io.manta.controller.daemon.DaemonTrouble;
import io.manta.controller.daemon.LocalDaemonControl;
import io.manta.controller.head.RemoteDaemonControl;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.PrivateFiles;
import io.manta.controller.loop.Ports;
import io.manta.controller.status.EventFile;
import io.manta.controller.status.StatusFile;
import io.manta.core.event.EventLog;
import io.manta.spi.model.ProblemException;
import io.manta.ui.metrics.DaemonMetrics;
import io.manta.ui.metrics.MetricsServer;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** {@code manta daemon}: the autoscaler itself, started by {@code up} under a supervisor; not for people. */
public final class DaemonCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("daemon", "run the autoscaler of a cluster in the foreground")
                .parameter("CLUSTER", "name of a cluster that 'manta up' has made");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException, InterruptedException {
        ClusterHome home = call.home().cluster(call.required("CLUSTER"));
        PrivateFiles.directories(home.daemon());
        try (FileChannel only =
                FileChannel.open(home.daemon().resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            if (only.tryLock() == null) {
                return LocalDaemonControl.EXIT_NOT_NEEDED;
            }
            try {
                work(call, home);
            } catch (ProblemException e) {
                DaemonTrouble.report(home, e.problem(), Instant.now());
                throw e;
            }
        }
        return ExitCode.OK;
    }

    private static void work(Call call, ClusterHome home) throws ProblemException, IOException, InterruptedException {
        var configs = new StoredConfig(home);
        var metrics = new DaemonMetrics();
        try (Cluster cluster = Cluster.open(call.home(), configs.current())) {
            Optional<String> address = serve(metrics, call.environment());
            Files.writeString(home.daemon().resolve("metrics"), address.orElse("not served") + "\n");
            var file = new EventFile(home.events());
            EventLog events = event -> {
                file.append(event);
                metrics.event(EventFile.toMap(event));
            };
            var sync = new ContinuousSync(cluster::runner, events, Clock.systemUTC());
            var daemon = new Daemon(
                    home,
                    new CompletedConfigs(configs, cluster.provider()),
                    address.isPresent() ? advertised(cluster.ports(events), address.get()) : cluster.ports(events),
                    cluster.headGate(),
                    sync,
                    System.getenv(RemoteDaemonControl.ON_HEAD) != null);
            daemon.observer((report, took) -> metrics.round(StatusFile.toMap(report), took));
            Thread main = Thread.currentThread();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                daemon.stop();
                main.interrupt();
            }));
            daemon.run();
        }
    }

    /**
     * On the port and address of Ray's monitor, under Ray's variable for it, unless told otherwise. A cluster goes on without
     * metrics where they cannot be served, such as on an old Java without a server in it.
     */
    private static Optional<String> serve(DaemonMetrics metrics, Map<String, String> environment) {
        String port = environment.getOrDefault("AUTOSCALER_METRIC_PORT", "");
        try {
            return Optional.of(new MetricsServer(
                            metrics,
                            environment.getOrDefault("MANTA_METRICS_HOST", "127.0.0.1"),
                            port.matches("\\d{1,5}") ? Integer.parseInt(port) : MetricsServer.RAYS_PORT)
                    .address());
        } catch (IOException | LinkageError e) {
            return Optional.empty();
        }
    }

    private static Ports advertised(Ports ports, String metrics) {
        return new Ports(
                ports.provider(),
                ports.setup(),
                new AdvertisedRayLink(ports.ray(), metrics),
                ports.planner(),
                ports.events(),
                ports.clock(),
                ports.work(),
                ports.suffixes(),
                ports.marks());
    }
}
