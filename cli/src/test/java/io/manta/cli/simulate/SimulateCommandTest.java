package io.manta.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real planner and loop on a clock of their own. */
class SimulateCommandTest {
    private static final String LOAD = """
            duration: 2h
            cloud: {boot: 90s, stop: 30s}
            loads:
              - {resources: {CPU: 1}, takes: 10m, per_minute: [[0h, 2], [1h, 20], [2h, 0]]}
              - {resources: {CPU: 4}, takes: 20m, at: 30m, count: 10}
            """;

    @TempDir
    Path dir;

    @Test
    void theSameInputGivesTheSameResultAndEveryTaskIsAccountedFor() throws IOException {
        Path cluster = cluster("one", "5", "");
        Map<String, Object> result = only(simulate(LOAD, cluster));
        assertThat(only(simulate(LOAD, cluster))).isEqualTo(result);
        assertThat(number(result, "finished") + number(result, "still_waiting")).isBetween(1200.0, 1270.0);
        assertThat(number(result, "cost")).isPositive();
        assertThat(number(result, "utilization")).isBetween(0.3, 1.0);
        assertThat(number(result, "wait_max"))
                .as("nobody waits longer than a boot and a few rounds")
                .isLessThan(600);
    }

    @Test
    void twoConfigurationsStandSideBySide() throws IOException {
        Run run = simulate(LOAD, cluster("patient", "30", ""), cluster("hasty", "1", ""));
        List<Map<String, Object>> both = results(run);
        assertThat(both).extracting(result -> result.get("name")).containsExactly("patient", "hasty");
        assertThat(number(both.get(0), "node_hours")).isGreaterThan(number(both.get(1), "node_hours"));
        Run table = Run.manta(
                dir,
                "simulate",
                dir.resolve("patient.yaml").toString(),
                dir.resolve("hasty.yaml").toString(),
                "--load",
                dir.resolve("load.yaml").toString(),
                "--html",
                dir.resolve("both.html").toString(),
                "--out",
                dir.resolve("out").toString());
        assertThat(dir.resolve("both.html"))
                .content()
                .contains("\"name\":\"patient\",\"mode\":\"simulated\"", "\"name\":\"hasty\"", "\nh[", "NODE_IDLE");
        assertThat(table.out()).contains("patient").contains("hasty").contains("wait, median");
        assertThat(dir.resolve("out/timeline-2.csv")).content().startsWith("seconds,nodes,");
    }

    @Test
    void configurationsOfTheSameNameGoByTheirFiles() throws IOException {
        Path first = cluster("same", "5", "");
        Path second = Files.copy(first, dir.resolve("copy.yaml"));
        assertThat(results(simulate(LOAD, first, second)))
                .extracting(result -> result.get("name"))
                .containsExactly(first.toString(), second.toString());
    }

    @Test
    void spotMachinesArePreemptedAndTheirTasksRunAgain() throws IOException {
        String load = LOAD.replace("stop: 30s", "stop: 30s, preemptions_per_hour: 4");
        Map<String, Object> spot = only(simulate(load, cluster("spot", "5", "node_config: {spot: true}, ")));
        Map<String, Object> fixed = only(simulate(load, cluster("fixed", "5", "")));
        assertThat(number(spot, "cost")).isLessThan(number(fixed, "cost"));
        assertThat(number(spot, "restarted")).isPositive();
        assertThat(number(fixed, "restarted")).isZero();
    }

    @Test
    void whatIsScarceMakesTasksWait() throws IOException {
        String load = LOAD.replace("stop: 30s", "stop: 30s, capacity: {worker: 2}");
        Map<String, Object> scarce = only(simulate(load, cluster("scarce", "5", "")));
        assertThat(number(scarce, "peak_nodes")).isEqualTo(3);
        assertThat(number(scarce, "wait_p90")).isGreaterThan(600);
    }

    @Test
    void everyMistakeInALoadIsToldWithItsPlace() throws IOException {
        Run run = simulate("""
                duration: soon
                cloud: {bot: 90s}
                loads:
                  - {resources: {CPU: many}, takes: 1m}
                  - {count: 3, per_minute: 4}
                """, cluster("one", "5", ""));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("load.yaml:1:11", "load.yaml:2:9", "did you mean `boot`?")
                .contains("load.yaml:4:23", "neither how many nor how often");
        assertThat(Run.manta(dir, "simulate", "x.yaml", "--load", "none.yaml").err())
                .contains("there is no file none.yaml");
    }

    private Path cluster(String name, String idleMinutes, String more) throws IOException {
        return Files.writeString(dir.resolve(name + ".yaml"), """
                cluster_name: %s
                provider: {type: simulated}
                max_workers: 200
                idle_timeout_minutes: %s
                head_node_type: head
                available_node_types:
                  head: {resources: {CPU: 0}}
                  worker: {%sresources: {CPU: 4}, max_workers: 200, price_per_hour: 0.3}
                """.formatted(name, idleMinutes, more));
    }

    private Run simulate(String load, Path... clusters) throws IOException {
        Path curve = Files.writeString(dir.resolve("load.yaml"), load);
        var args = new java.util.ArrayList<String>(List.of("simulate", "-o", "json", "--load", curve.toString()));
        for (Path cluster : clusters) {
            args.add(cluster.toString());
        }
        return Run.manta(dir, args.toArray(String[]::new));
    }

    private static Map<String, Object> only(Run run) throws IOException {
        return results(run).getFirst();
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> results(Run run) throws IOException {
        assertThat(run.exitCode()).as(run.err()).isZero();
        return (List<Map<String, Object>>) (List<?>) JSON.std.listFrom(run.out());
    }

    private static double number(Map<String, Object> result, String key) {
        return ((Number) result.getOrDefault(key, Double.NaN)).doubleValue();
    }
}
