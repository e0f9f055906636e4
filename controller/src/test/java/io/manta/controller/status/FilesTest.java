package io.manta.controller.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.core.event.ClusterEvent;
import io.manta.spi.model.NodeId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesTest {
    private static final Instant AT = Instant.parse("2026-11-15T10:00:00Z");

    @TempDir
    Path dir;

    @Test
    void eventsComeBackAsTheyWereWritten() throws Exception {
        var file = new EventFile(dir.resolve("deep/events.jsonl"));
        ClusterEvent event = new ClusterEvent(
                AT,
                ClusterEvent.Type.SETUP_FAILED,
                Optional.of(new NodeId("n")),
                Optional.of("worker"),
                "it broke: \"why\"",
                Map.of("exit_code", "3", "last_lines", "a\nb"));
        file.append(event);
        assertThat(file.all()).containsExactly(event);
    }

    @Test
    void aReaderGoesOnWhereItStoppedAndSkipsATornLine() throws Exception {
        var file = new EventFile(dir.resolve("events.jsonl"));
        file.append(event("one"));
        EventFile.Page first = file.read(0);
        Files.writeString(dir.resolve("events.jsonl"), "{\"v\":1,\"at\":", StandardOpenOption.APPEND);
        assertThat(file.read(first.nextOffset()).events()).isEmpty();
        Files.writeString(dir.resolve("events.jsonl"), "garbage\n", StandardOpenOption.APPEND);
        file.append(event("two"));
        assertThat(file.read(first.nextOffset()).events())
                .extracting(ClusterEvent::message)
                .containsExactly("two");
    }

    @Test
    void aStatusReportSurvivesItsFile() throws Exception {
        var failure = new StatusReport.FailureLine(
                AT, "n", "worker", "exited with 3", "[6/7]", "pip", 3, List.of("x", "y"), "/log");
        var report = new StatusReport(
                "c",
                "localhost",
                AT,
                "running",
                42,
                "127.0.0.1:6379",
                "",
                true,
                List.of(new StatusReport.NodeLine(
                        "n", "worker", "worker", "failed", AT, AT, "127.0.0.1", "", "broken", Optional.of(failure))),
                Map.of("CPU", new StatusReport.Usage(1, 2)),
                List.of("{'CPU': 1.0}: 5+ pending tasks/actors"),
                List.of(new StatusReport.UnmetLine("1 x {GPU: 8}", "the largest type has 4")),
                List.of(failure),
                List.of(new StatusReport.PausedLine("worker", AT, "failed 3 times")));
        StatusFile.write(dir.resolve("status.json"), report);
        assertThat(StatusFile.read(dir.resolve("status.json"))).contains(report);
        Files.writeString(dir.resolve("status.json"), "{");
        assertThat(StatusFile.read(dir.resolve("status.json"))).isEmpty();
    }

    private static ClusterEvent event(String message) {
        return new ClusterEvent(AT, ClusterEvent.Type.PROBLEM, Optional.empty(), Optional.empty(), message, Map.of());
    }
}
