package io.manta.controller.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.controller.history.Sample;
import io.manta.controller.history.SampleLines;
import io.manta.controller.status.DemandReport.Ask;
import io.manta.controller.status.DemandReport.Group;
import io.manta.controller.status.StatusReport.Cost;
import io.manta.controller.status.StatusReport.FailureLine;
import io.manta.controller.status.StatusReport.MachineLine;
import io.manta.controller.status.StatusReport.NodeLine;
import io.manta.controller.status.StatusReport.PausedLine;
import io.manta.controller.status.StatusReport.Setting;
import io.manta.controller.status.StatusReport.SkippedLine;
import io.manta.controller.status.StatusReport.TypeLine;
import io.manta.controller.status.StatusReport.UnmetLine;
import io.manta.controller.status.StatusReport.Usage;
import io.manta.core.event.ClusterEvent;
import io.manta.spi.model.NodeId;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What is written to disk is what the schemas in docs say, and nothing else. */
class DocumentedFormatsTest {
    private static final Instant AT = Instant.parse("2026-11-15T10:00:00Z");

    @Test
    void aReportWithEverythingAndOneWithNothingFitTheSchemaAndComeBackEqual() throws IOException {
        for (StatusReport report : List.of(full(), empty())) {
            String json = StatusFile.toJson(report);
            assertThat(SchemaCheck.problems("status.schema.json", JSON.std.mapFrom(json)))
                    .isEmpty();
            assertThat(StatusFile.fromJson(json)).isEqualTo(report);
        }
    }

    @Test
    void anUnknownPriceIsAbsentAndNotZero() throws IOException {
        String json = StatusFile.toJson(empty());
        assertThat(json).doesNotContain("per_hour", "spent");
        assertThat(StatusFile.fromJson(json).cost().perHour()).isEmpty();
    }

    @Test
    void aReportOfAnEarlierVersionCanStillBeRead() throws IOException {
        var old = new LinkedHashMap<>(JSON.std.mapFrom(StatusFile.toJson(full())));
        List.of("version", "region", "ray_session", "cost", "node_types", "demand", "skipped")
                .forEach(old::remove);
        StatusReport read = StatusFile.fromJson(JSON.std.asString(old));
        assertThat(read.nodes()).hasSize(1);
        assertThat(read.cost()).isEqualTo(Cost.UNKNOWN);
        assertThat(read.setting()).isEqualTo(Setting.UNKNOWN);
    }

    @Test
    void theSchemaRefusesWhatItDoesNotDescribe() throws IOException {
        var wrong = new LinkedHashMap<>(JSON.std.mapFrom(StatusFile.toJson(full())));
        wrong.put("surprise", 1);
        wrong.put("phase", "asleep");
        wrong.remove("nodes");
        assertThat(SchemaCheck.problems("status.schema.json", wrong)).hasSize(3);
    }

    @Test
    void everyKindOfEventFitsItsSchema() throws IOException {
        for (ClusterEvent.Type type : ClusterEvent.Type.values()) {
            var event = new ClusterEvent(
                    AT, type, Optional.of(new NodeId("n")), Optional.of("cpu"), "why", Map.of("a", "b"));
            assertThat(SchemaCheck.problems(
                            "events.schema.json", JSON.std.mapFrom(JSON.std.asString(EventFile.toMap(event)))))
                    .isEmpty();
        }
    }

    @Test
    void samplesFitTheirSchema() throws IOException {
        var lines = new SampleLines();
        for (StatusReport report : List.of(full(), full(), empty())) {
            for (String line : lines.lines(Sample.of(report))) {
                assertThat(SchemaCheck.problems("history.schema.json", JSON.std.anyFrom(line)))
                        .as(line)
                        .isEmpty();
            }
        }
    }

    private static StatusReport empty() {
        return new StatusReport(
                "c",
                "localhost",
                AT,
                "starting",
                1,
                "",
                "",
                false,
                List.of(),
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private static StatusReport full() {
        var failure = new FailureLine(AT, "n", "cpu", "exited with 3", "[6/7]", "pip", 3, List.of("x"), "/log");
        var machine =
                new MachineLine("i-1", "eu-1a", "spot", OptionalDouble.of(0.25), 40, Map.of("CPU", new Usage(1, 4)));
        var node = new NodeLine(
                "n", "worker", "cpu", "running", AT, AT, "10.0.0.1", "", "busy", Optional.of(failure), machine);
        var ask = new Ask(Map.of("CPU", 1.0), 5);
        return new StatusReport(
                "c",
                "aws",
                AT,
                "running",
                42,
                "10.0.0.1:6379",
                "http://10.0.0.1:8265",
                true,
                List.of(node),
                Map.of("CPU", new Usage(1, 4)),
                List.of("{'CPU': 1.0}: 5+ pending tasks/actors"),
                List.of(new UnmetLine("1 x {GPU: 8}", "too large", "request", 1, true, Map.of("GPU", 8.0))),
                List.of(failure),
                List.of(new PausedLine("cpu", AT, "failed 3 times")),
                new Setting(
                        "eu-1",
                        "session_1",
                        List.of(new TypeLine("cpu", Map.of("CPU", 4.0), 0, 9, OptionalDouble.of(0.25)))),
                new DemandReport(List.of(ask), List.of(new Group("g", "PACK", List.of(ask))), List.of(ask)),
                List.of(new SkippedLine("cpu", "eu-1b", "spot", "", AT, "no capacity")),
                new Cost(true, OptionalDouble.of(0.25), 0, OptionalDouble.of(1.5), Optional.of(AT)));
    }
}
