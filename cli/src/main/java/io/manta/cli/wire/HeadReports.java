package io.manta.cli.wire;

import io.manta.controller.head.RemoteDaemonControl;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.ClusterRecord;
import io.manta.controller.home.MantaHome;
import io.manta.spi.model.ProblemException;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Makes what a head elsewhere reports visible in the cluster's home here, for verbs that only look. */
final class HeadReports {
    private HeadReports() {}

    private static boolean isElsewhere(ClusterHome home) {
        Optional<ClusterRecord> record = ClusterRecord.read(home);
        try {
            return record.isPresent() && Providers.of(record.get().provider()).isElsewhere();
        } catch (ProblemException e) {
            // What cannot be opened here has no head that could be asked.
            return false;
        }
    }

    /** Brings the logs that lie on a head elsewhere, as far as it can be reached. */
    static void fetchLogs(ClusterHome home, MantaHome manta) throws InterruptedException {
        if (!isElsewhere(home)) {
            return;
        }
        try (Cluster cluster =
                Cluster.open(manta, new StoredConfig(home).load().config().orElseThrow())) {
            if (cluster.daemon() instanceof RemoteDaemonControl remote) {
                remote.fetchLogs();
            }
        } catch (ProblemException | NoSuchElementException e) {
            // What was brought before is shown.
            return;
        }
    }

    /** Brings the newest now, and goes on in the background for as long as this process lives. */
    static void follow(ClusterHome home, MantaHome manta) {
        if (!isElsewhere(home)) {
            return;
        }
        try {
            Cluster cluster =
                    Cluster.open(manta, new StoredConfig(home).load().config().orElseThrow());
            cluster.daemon();
        } catch (ProblemException | RuntimeException e) {
            // The head cannot be asked: the last report stands, and says how old it is.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
