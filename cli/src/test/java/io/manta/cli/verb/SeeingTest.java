package io.manta.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.cli.ExitCode;
import io.manta.cli.Reports;
import io.manta.cli.Run;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.ClusterRecord;
import io.manta.controller.home.MantaHome;
import io.manta.controller.status.EventFile;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StoppedReport;
import io.manta.core.event.ClusterEvent;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeId;
import io.manta.spi.provider.StoppedMachines;
import io.manta.testkit.Configs;
import io.manta.testkit.Eventually;
import io.manta.testkit.FakeClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verbs that only look. */
class SeeingTest {
    @TempDir
    Path dir;

    private final FakeClock clock = new FakeClock(Reports.NOW);
    private ClusterHome home = new ClusterHome(Path.of("unset"));

    @BeforeEach
    void recordCluster() throws IOException {
        home = new MantaHome(dir).cluster("local");
        new ClusterRecord("local", "localhost", "/tmp/c.yaml", Reports.NOW.minusSeconds(65)).write(home);
    }

    private Run manta(String... args) {
        return new Run.Setting(dir).at(clock).run(args);
    }

    private void event(ClusterEvent.Type type, String node, String message) {
        new EventFile(home.events())
                .append(new ClusterEvent(
                        Reports.NOW, type, Optional.of(new NodeId(node)), Optional.of("worker"), message, Map.of()));
    }

    @Test
    void statusPrintsTheReportOnStandardOutput() throws IOException {
        StatusFile.write(home.status(), Reports.quiet("local"));
        Run run = manta("status", "local");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).startsWith("======== Autoscaler status: ").contains("head-1", "127.0.0.1:8265");
    }

    @Test
    void statusAsJsonIsTheReportItself() throws IOException {
        StatusFile.write(home.status(), Reports.busy("local"));
        Run run = manta("status", "local", "-o", "json");
        assertThat(StatusFile.fromJson(run.out())).isEqualTo(Reports.busy("local"));
    }

    @Test
    void oldStatusSaysThatTheAutoscalerIsNotRunning() throws IOException {
        StatusFile.write(home.status(), Reports.quiet("local"));
        clock.advance(Duration.ofMinutes(5));
        Run run = manta("status", "local");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).contains("head-1");
        assertThat(run.err()).contains("warning[CLI-STALE-STATUS]", "5m old", "manta up local");
    }

    @Test
    void aClusterThatRestsIsShownAsItIsHoweverOldTheReport() throws IOException {
        var config = Configs.small("local", "localhost", Map.of());
        var machine = new Machine(
                new MachineId("i-1"),
                Machine.MachineState.STOPPED,
                Map.of("manta-node-id", "head-1", "ray-node-type", "head", "ray-user-node-type", "head"),
                Optional.of("10.0.0.7"),
                Optional.empty(),
                Reports.NOW,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        var stopped = List.of(new StoppedMachines.Stopped(machine, OptionalDouble.of(3.2)));
        StatusFile.write(home.status(), StoppedReport.of(config, stopped, Reports.NOW));
        clock.advance(Duration.ofHours(50));
        Run run = manta("status", "local");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("head-1", "stopped", "10.0.0.7", "about $3.20 a month");
        assertThat(run.err()).contains("manta start local").doesNotContain("STALE");
        assertThat(manta("list").out()).contains("stopped");
    }

    @Test
    void machinesOfThisComputerCannotRest() throws IOException {
        Path file = Files.writeString(dir.resolve("c.yaml"), "cluster_name: here\nprovider: {type: localhost}\n");
        Run run = manta("stop", file.toString(), "-y");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("error[PROVIDER-NO-STOP]", "manta down");
    }

    @Test
    void missingStatusSaysHowToGoOn() {
        Run run = manta("status", "local");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("error[CLI-NO-STATUS]", "manta up local");
    }

    @Test
    void unknownClusterIsAUsageError() {
        Run run = manta("status", "nowhere");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("error[CLI-NO-CLUSTER]");
    }

    @Test
    void listShowsEveryRecordedCluster() throws IOException {
        StatusFile.write(home.status(), Reports.busy("local"));
        assertThat(manta("list").out()).isEqualTo("""
                NAME   PROVIDER   PHASE    NODES  AGE    FILE
                local  localhost  running  5      1m 5s  /tmp/c.yaml
                """);
        assertThat(JSON.std.listFrom(manta("list", "-o", "json").out()))
                .singleElement()
                .satisfies(cluster -> assertThat(cluster.toString()).contains("name=local", "phase=running"));
    }

    @Test
    void eventsShowAllAndMonitorOnlyDecisions() throws Exception {
        event(ClusterEvent.Type.NODE_REQUESTED, "worker-1", "5 tasks wait for 1 CPU each");
        event(ClusterEvent.Type.STEP_STARTED, "worker-1", "[6/7] Running setup commands");
        assertThat(manta("events", "local").out().lines())
                .hasSize(2)
                .anyMatch(line -> line.endsWith("worker-1  asked for: 5 tasks wait for 1 CPU each"));
        assertThat(manta("events", "local", "--lines", "1").out())
                .contains("[6/7]")
                .doesNotContain("asked for");

        var setting = new Run.Setting(dir).at(clock);
        CompletableFuture<Run> following = CompletableFuture.supplyAsync(() -> setting.run("monitor", "local"));
        Eventually.eventually(
                Duration.ofSeconds(20),
                "shows the past",
                () -> setting.outSoFar().contains("asked for"));
        event(ClusterEvent.Type.NODE_GONE, "worker-1", "gone for good");
        Eventually.eventually(
                Duration.ofSeconds(20), "shows news", () -> setting.outSoFar().contains("for good"));
        Files.move(home.dir(), dir.resolve("away"));
        Run run = following.get(20, TimeUnit.SECONDS);
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).doesNotContain("[6/7]");
        assertThat(run.err()).contains("cluster 'local' is down");
    }

    @Test
    void eventsAsJsonAreOneObjectPerLine() throws IOException {
        event(ClusterEvent.Type.NODE_JOINED, "worker-1", "worker has joined");
        Map<String, Object> line =
                JSON.std.mapFrom(manta("events", "local", "-o", "json").out());
        assertThat(line).containsEntry("type", "NODE_JOINED").containsEntry("node", "worker-1");
    }

    @Test
    void logsListNodesThenShowTheStepsOfOne() throws IOException {
        Path node = Files.createDirectories(home.logs().resolve("worker-1"));
        Files.writeString(node.resolve("step-4.log"), "four\n");
        Files.writeString(node.resolve("step-6.log"), "six\n");
        assertThat(manta("logs", "local").out()).isEqualTo("worker-1\n");
        assertThat(manta("logs", "local", "worker-1").out())
                .isEqualTo("==> step-4.log <==\nfour\n==> step-6.log <==\nsix\n");
        assertThat(manta("logs", "local", "worker-1", "--step", "6").out()).isEqualTo("six\n");
        assertThat(manta("logs", "local", "worker-1", "--step", "5").err()).contains("CLI-NO-LOG", "step-4.log");
        assertThat(manta("logs", "local", "worker-2").err()).contains("did you mean 'worker-1'?");
        assertThat(manta("logs", "local", "../..").exitCode()).isEqualTo(ExitCode.FAILED);
    }
}
