package io.manta.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.cli.Reports;
import io.manta.cli.Run;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.ClusterRecord;
import io.manta.controller.home.MantaHome;
import io.manta.controller.status.EventFile;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StatusReport.Cost;
import io.manta.core.event.ClusterEvent;
import io.manta.spi.model.NodeId;
import io.manta.testkit.Eventually;
import io.manta.testkit.FakeClock;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a cluster costs, and the page. */
class PageAndCostTest {
    @TempDir
    Path dir;

    private final FakeClock clock = new FakeClock(Reports.NOW);
    private ClusterHome home = new ClusterHome(Path.of("unset"));

    @BeforeEach
    void recordCluster() throws IOException {
        home = new MantaHome(dir).cluster("prod");
        new ClusterRecord("prod", "simulated", "/tmp/c.yaml", Reports.NOW.minusSeconds(65)).write(home);
    }

    private void costs(Cost cost) throws IOException {
        StatusFile.write(home.status(), Reports.quiet("prod").with(cost));
    }

    private Run manta(String... args) {
        return new Run.Setting(dir).at(clock).run(args);
    }

    @Test
    void statusAndListSayWhatItCostsAndSinceWhen() throws IOException {
        costs(new Cost(
                true,
                OptionalDouble.of(1.5),
                1,
                OptionalDouble.of(3.4201),
                Optional.of(Reports.NOW.minus(Duration.ofDays(3)))));
        assertThat(manta("status", "prod").out())
                .contains("Cost: $1.50 per hour (1 node without a known price); spent about $3.42 since Sunday");
        assertThat(manta("list").out()).contains("COST", "$1.50 per hour", "SPENT", "$3.42");
        assertThat(JSON.std.listFrom(manta("list", "-o", "json").out()).toString())
                .contains("cost_per_hour=1.5", "spent=3.4201");
    }

    @Test
    void anUnknownPriceIsSaidToBeUnknownAndOwnMachinesCostNothing() throws IOException {
        costs(new Cost(true, OptionalDouble.empty(), 2, OptionalDouble.empty(), Optional.empty()));
        assertThat(manta("status", "prod").out())
                .contains("Cost: price unknown")
                .doesNotContain("$0");
        costs(new Cost(false, OptionalDouble.empty(), 0, OptionalDouble.empty(), Optional.empty()));
        assertThat(manta("status", "prod").out()).doesNotContain("Cost:");
        assertThat(manta("list").out()).doesNotContain("COST");
    }

    @Test
    void eventsBecomeAPageThatNeedsNothingElse() throws IOException {
        costs(Cost.UNKNOWN);
        new EventFile(home.events())
                .append(new ClusterEvent(
                        Reports.NOW,
                        ClusterEvent.Type.NODE_REQUESTED,
                        Optional.of(new NodeId("ray-prod-worker-1")),
                        Optional.of("cpu"),
                        "2 tasks wait",
                        Map.of()));
        Path file = dir.resolve("story.html");
        Run run = manta("events", "prod", "--html", file.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(file).content().contains("ray-prod-worker-1", "2 tasks wait", "\"mode\":\"recorded\"", "uPlot");
    }

    @Test
    void uiPrintsALinkThatOpensThePage() throws Exception {
        costs(Cost.UNKNOWN);
        var setting = new Run.Setting(dir).at(clock);
        Thread thread = Thread.ofVirtual().start(() -> setting.run("ui", "prod", "--no-browser"));
        try {
            Eventually.eventually(
                    Duration.ofSeconds(20), "a link", () -> setting.outSoFar().contains("?token="));
            String link = setting.outSoFar().lines().findFirst().orElseThrow();
            assertThat(link).startsWith("http://127.0.0.1:").endsWith("&cluster=prod");
            var connection = (HttpURLConnection) URI.create(link).toURL().openConnection();
            assertThat(connection.getResponseCode()).isEqualTo(200);
            assertThat(new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("url=/#/prod");
        } finally {
            thread.interrupt();
            thread.join();
        }
    }

    @Test
    void metricsPrintsADashboardAndRules() throws IOException {
        assertThat(JSON.std.mapFrom(manta("metrics", "grafana").out())).containsKeys("panels", "title");
        assertThat(manta("metrics", "alerts").out()).contains("alert: MantaDemandUnserved");
        assertThat(manta("metrics", "pie").exitCode()).isEqualTo(2);
    }
}
