package io.manta.cli.wire;

import io.manta.controller.head.RemoteDaemonControl;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.ClusterRecord;
import io.manta.controller.home.MantaHome;
import io.manta.core.model.ProblemException;
import java.util.NoSuchElementException;

/** Makes what a head elsewhere reports visible in the cluster's home here, for verbs that only look. */
final class HeadReports {
    private HeadReports() {}

    /** Brings the logs that lie on a head elsewhere, as far as it can be reached. */
    static void fetchLogs(ClusterHome home, MantaHome manta) throws InterruptedException {
        if (ClusterRecord.read(home)
                .filter(record -> Providers.isElsewhere(record.provider()))
                .isEmpty()) {
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
        if (ClusterRecord.read(home)
                .filter(record -> Providers.isElsewhere(record.provider()))
                .isEmpty()) {
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
