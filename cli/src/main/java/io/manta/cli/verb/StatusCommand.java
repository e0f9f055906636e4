package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.terminal.Durations;
import io.manta.cli.view.StatusView;
import io.manta.cli.wire.ClusterRef;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StatusReport;
import io.manta.controller.status.StoppedReport;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/** {@code manta status}: the daemon's last report. */
public final class StatusCommand implements Verb {
    /** The daemon writes once a second; a report older than this was left by one that is gone. */
    private static final Duration STALE = Duration.ofSeconds(30);

    @Override
    public Syntax syntax() {
        return Syntax.of("status", "show nodes, resources and what waits")
                .onlyCluster()
                .option("--address HOST:PORT", "the cluster made here whose head has this address")
                .output()
                .detail("""
                        Prints the block that Ray's users know, then each node with what it waits for or why it failed.""")
                .example("manta status local", "the cluster made by 'manta up'")
                .example("manta status cluster.yaml -o json", "the same for programs");
    }

    /** Ray's users name the GCS; here its host tells which cluster is meant. */
    private static ClusterRef byAddress(Call call) throws ProblemException {
        Optional<String> address = call.text("--address");
        if (address.isEmpty() || address.get().equals("auto")) {
            return ClusterRef.of(call);
        }
        String host = address.get().replaceFirst(":\\d+$", "");
        for (ClusterHome home : call.home().recorded()) {
            boolean there = StatusFile.read(home.status()).stream()
                    .flatMap(report -> report.nodes().stream())
                    .anyMatch(
                            node -> node.role().equals("head") && node.address().equals(host));
            if (there) {
                return new ClusterRef(home.name(), home, Optional.empty());
            }
        }
        throw new ProblemException(Problem.error(
                "CLI-NO-HEAD-THERE",
                "no cluster made here has its head at " + host,
                "",
                "name the cluster (`manta list`), or run `ray status --address " + address.get() + "`"));
    }

    @Override
    public int run(Call call) throws ProblemException, IOException {
        ClusterRef cluster = byAddress(call).recorded();
        Optional<StatusReport> found = StatusFile.read(cluster.home().status());
        if (found.isEmpty()) {
            throw new ProblemException(Problem.error(
                    "CLI-NO-STATUS",
                    "cluster '" + cluster.name() + "' has no status yet",
                    "its autoscaler has not reported: it is being brought up, or `up` was cut off",
                    "run `manta up " + cluster.name() + "`: it goes on where it stopped"));
        }
        StatusReport report = found.get();
        Instant now = call.console().now();
        if (call.wantsJson()) {
            call.console().data(StatusFile.toJson(report));
        } else {
            call.console()
                    .data(StatusView.text(
                            report, now, ZoneId.systemDefault(), call.console().paint()));
        }
        if (report.phase().equals(StoppedReport.STOPPED)) {
            call.console()
                    .say("The cluster has been stopped for " + Durations.since(report.at(), now) + "; `manta start "
                            + cluster.name() + "` starts it.");
            return ExitCode.OK;
        }
        if (report.at().isBefore(now.minus(STALE))) {
            call.console()
                    .problem(Problem.warning(
                            "CLI-STALE-STATUS",
                            "this report is " + Durations.since(report.at(), now) + " old: the autoscaler of '"
                                    + cluster.name() + "' is not running",
                            "",
                            "run `manta up " + cluster.name() + "` to start it again"));
            return ExitCode.FAILED;
        }
        return ExitCode.OK;
    }
}
