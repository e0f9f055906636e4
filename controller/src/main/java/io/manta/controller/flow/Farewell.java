package io.manta.controller.flow;

import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.PrivateFiles;
import io.manta.controller.loop.Ports;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StoppedReport;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.Holding;
import io.manta.spi.provider.StoppedMachines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What stays on this machine after {@code down}: the logs, and, exactly as long as anything of the cluster is left at its provider,
 * its key and record, without which nobody could start or remove the rest.
 */
final class Farewell {
    private final ClusterHome home;
    private final ClusterConfig config;
    private final Ports ports;

    Farewell(ClusterHome home, ClusterConfig config, Ports ports) {
        this.home = home;
        this.config = config;
        this.ports = ports;
    }

    /** Returns where the logs are now. */
    Path say(List<Holding> kept, Path keptLogs) throws ProblemException, InterruptedException {
        String stamp = ports.clock().instant().toString().replace(":", "").substring(0, 17);
        Path target = keptLogs.resolve(config.name() + "-" + stamp);
        try {
            PrivateFiles.directories(target);
            move(home.logs(), target.resolve("nodes"));
            move(home.events(), target.resolve("events.jsonl"));
            move(home.daemon().resolve("daemon.log"), target.resolve("daemon.log"));
            if (kept.isEmpty()) {
                FileTrees.delete(home.dir());
            } else {
                for (Path passing : List.of(home.daemon(), home.requests(), home.memory(), home.status())) {
                    FileTrees.delete(passing);
                }
                reportStopped();
            }
            return target;
        } catch (IOException e) {
            throw new ProblemException(Problem.error(
                    "CLUSTER-HOME",
                    "every machine is gone, but " + home.dir() + " could not be removed: " + e.getMessage(),
                    "",
                    "delete it yourself"));
        }
    }

    /** {@code list} and {@code status} say what is left, where machines were stopped instead of ended. */
    private void reportStopped() throws IOException, ProblemException, InterruptedException {
        Optional<StoppedMachines> resting = ports.provider().features().stopped();
        if (resting.isPresent() && Files.isDirectory(home.dir())) {
            List<StoppedMachines.Stopped> stopped = resting.get().list();
            if (!stopped.isEmpty()) {
                StatusFile.write(
                        home.status(),
                        StoppedReport.of(config, stopped, ports.clock().instant()));
            }
        }
    }

    private static void move(Path from, Path to) throws IOException {
        if (Files.exists(from)) {
            Files.move(from, to);
        }
    }
}
