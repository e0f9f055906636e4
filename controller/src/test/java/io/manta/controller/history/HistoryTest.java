package io.manta.controller.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.controller.status.DemandReport;
import io.manta.controller.status.StatusReport;
import io.manta.controller.status.StatusReport.Cost;
import io.manta.controller.status.StatusReport.MachineLine;
import io.manta.controller.status.StatusReport.NodeLine;
import io.manta.controller.status.StatusReport.Setting;
import io.manta.controller.status.StatusReport.UnmetLine;
import io.manta.controller.status.StatusReport.Usage;
import io.manta.core.event.ClusterEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
    private static final Instant START = Instant.parse("2026-11-15T10:00:00Z");

    @TempDir
    Path dir;

    @Test
    void eightDaysOfAWideClusterStayUnderFiveMegabytesAndEndWithTheNewest() throws IOException {
        var history = new History(dir);
        Instant end = START.plus(Duration.ofDays(8));
        Instant lastDay = end.minus(Duration.ofHours(25));
        for (Instant now = START; now.isBefore(end); now = now.plusSeconds(now.isBefore(lastDay) ? 300 : 10)) {
            history.take(wide(now));
        }
        assertThat(bytes()).isLessThan(5_000_000);
        List<String> fine = lines("fine-");
        assertThat(fine.stream().filter(line -> line.startsWith("[")).count())
                .as("a day at ten seconds")
                .isGreaterThanOrEqualTo(8640);
        assertThat(lines("coarse-").stream()
                        .filter(line -> line.startsWith("["))
                        .count())
                .as("a week at five minutes")
                .isGreaterThanOrEqualTo(2016);
        Object[] newest = JSON.std.arrayFrom(fine.getLast());
        assertThat(newest[0]).isEqualTo((int) end.minusSeconds(10).getEpochSecond());
    }

    @Test
    void aLineSaysHowManyNodesAreInWhichStateAndWhatWaits() throws IOException {
        var history = new History(dir);
        var demand = new DemandReport(
                List.of(new DemandReport.Ask(Map.of("CPU", 2.0), 5)),
                List.of(new DemandReport.Group(
                        "g", "PACK", List.of(new DemandReport.Ask(Map.of("GPU", 1.0, "CPU", 1.0), 3)))),
                List.of(new DemandReport.Ask(Map.of("CPU", 99.0), 1)));
        history.take(report(
                START,
                List.of(
                        node("a", "cpu", "running", 0, 0.5),
                        node("b", "cpu", "running", 40, 0.5),
                        node("c", "gpu", "requested", 0, 2)),
                Map.of("CPU", new Usage(3, 8), "node:10.0.0.1", new Usage(0, 1)),
                demand,
                List.of(new UnmetLine("GPU", "none", "gang", 1, true, Map.of("GPU", 3.0)))));
        List<String> lines = lines("fine-");
        assertThat(lines.get(0))
                .isEqualTo("{\"v\":1,\"types\":[\"cpu\",\"gpu\"],\"states\":[\"asked\",\"booting\",\"setting_up\","
                        + "\"running\",\"idle\",\"draining\",\"other\"],\"resources\":[\"CPU\",\"GPU\"]}");
        assertThat(lines.get(1))
                .startsWith(
                        "[" + START.getEpochSecond() + ",[[0,0,0,1,1,0,0],[1,0,0,0,0,0,0]],[[3,8,13,0],[0,0,3,3]],");
    }

    @Test
    void whatWasSpentOutlastsTheDaemonAndCountsMachinesThatRanMeanwhile() throws IOException {
        var before = new History(dir);
        List<NodeLine> nodes = List.of(node("a", "cpu", "running", 0, 1.2));
        StatusReport last = report(START, nodes);
        for (int second = 0; second <= 3600; second += 5) {
            last = before.take(report(START.plusSeconds(second), nodes));
        }
        assertThat(last.cost().spent().getAsDouble()).isCloseTo(1.2, within(1e-9));
        StatusReport after = new History(dir).take(report(START.plusSeconds(7200), nodes));
        assertThat(after.cost().spent().getAsDouble()).isCloseTo(2.4, within(0.01));
        assertThat(after.cost().since()).contains(START);
        StatusReport gone = new History(dir.resolve("other")).take(report(START.plusSeconds(7200), List.of()));
        assertThat(gone.cost().spent()).isEmpty();
    }

    @Test
    void aMachineWithoutAPriceIsUnknownAndNotFree() throws IOException {
        var unpriced = new NodeLine(
                "a",
                "worker",
                "cpu",
                "running",
                START,
                START,
                "",
                "",
                "",
                Optional.empty(),
                new MachineLine("m", "", "", OptionalDouble.empty(), 0, Map.of()));
        StatusReport report = new History(dir).take(report(START, List.of(unpriced)));
        assertThat(report.cost().spent()).isEmpty();
        assertThat(lines("fine-").get(1)).endsWith(",null,null]");
    }

    @Test
    void idleIsToldAfterAWhileOnceAndWithItsBeginning() {
        var told = new ArrayList<ClusterEvent>();
        var activity = new Activity(told::add);
        for (long idle : new long[] {0, 29, 31, 45, 0, 0, 31}) {
            activity.look(report(START.plusSeconds(100), List.of(node("a", "cpu", "running", idle, 1))));
        }
        assertThat(told)
                .extracting(ClusterEvent::type)
                .containsExactly(ClusterEvent.Type.NODE_IDLE, ClusterEvent.Type.NODE_BUSY, ClusterEvent.Type.NODE_IDLE);
        assertThat(told.getFirst().details())
                .containsEntry("since", START.plusSeconds(69).toString());
    }

    private static StatusReport wide(Instant now) {
        List<NodeLine> nodes = IntStream.range(0, 12)
                .mapToObj(i -> node("n" + i, "node-type-" + i, "running", i % 3, 1.2345))
                .toList();
        var usage = new TreeMap<String, Usage>();
        for (String name : List.of("CPU", "GPU", "memory", "object_store_memory", "TPU", "custom")) {
            usage.put(name, new Usage(now.getEpochSecond() % 997 / 3.0, 123_456_789_012.0));
        }
        return report(now, nodes, usage, DemandReport.NONE, List.of());
    }

    private static NodeLine node(String id, String type, String state, long idle, double price) {
        var machine = new MachineLine(
                state.equals("requested") ? "" : "m-" + id, "", "", OptionalDouble.of(price), idle, Map.of());
        return new NodeLine(id, "worker", type, state, START, START, "", "", "", Optional.empty(), machine);
    }

    private static StatusReport report(Instant at, List<NodeLine> nodes) {
        return report(at, nodes, Map.of(), DemandReport.NONE, List.of());
    }

    private static StatusReport report(
            Instant at, List<NodeLine> nodes, Map<String, Usage> usage, DemandReport demand, List<UnmetLine> unmet) {
        return new StatusReport(
                "c",
                "simulated",
                at,
                "running",
                1,
                "",
                "",
                true,
                nodes,
                usage,
                List.of(),
                unmet,
                List.of(),
                List.of(),
                Setting.UNKNOWN,
                demand,
                List.of(),
                Cost.UNKNOWN);
    }

    private long bytes() throws IOException {
        long sum = 0;
        try (Stream<Path> files = Files.list(dir)) {
            for (Path file : files.toList()) {
                sum += Files.size(file);
            }
        }
        return sum;
    }

    private List<String> lines(String prefix) throws IOException {
        var out = new ArrayList<String>();
        try (Stream<Path> files = Files.list(dir)) {
            for (Path file : files.filter(f -> f.getFileName().toString().startsWith(prefix))
                    .sorted()
                    .toList()) {
                out.addAll(Files.readAllLines(file));
            }
        }
        return out;
    }
}
