package io.manta.controller.daemon;

import io.manta.controller.home.ClusterHome;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StatusReport;
import io.manta.controller.status.StatusReport.FailureLine;
import io.manta.spi.model.Problem;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The report of a daemon that cannot begin, so that {@code status} says why; its supervisor tries again, ever more seldom. */
public final class DaemonTrouble {
    /** As a phase. */
    public static final String FAILING = "failing";

    private DaemonTrouble() {}

    public static void report(ClusterHome home, Problem problem, Instant now) throws IOException {
        Optional<StatusReport> last = StatusFile.read(home.status());
        var failure = new FailureLine(
                now,
                "",
                "autoscaler",
                "the autoscaler cannot start: " + problem.what(),
                "",
                "",
                -1,
                problem.why().lines().toList(),
                "");
        StatusFile.write(
                home.status(),
                new StatusReport(
                        home.name(),
                        last.map(StatusReport::provider).orElse(""),
                        now,
                        FAILING,
                        0,
                        "",
                        "",
                        false,
                        last.map(StatusReport::nodes).orElse(List.of()),
                        Map.of(),
                        List.of(),
                        List.of(),
                        List.of(failure),
                        List.of()));
    }
}
