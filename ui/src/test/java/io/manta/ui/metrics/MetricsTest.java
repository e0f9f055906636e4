package io.manta.ui.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsTest {
    /** Names as Ray 2.60 exports them. */
    private static final List<String> RAYS = List.of(
            "active_nodes",
            "pending_nodes",
            "recently_failed_nodes",
            "cluster_resources",
            "pending_resources",
            "stopped_nodes_total",
            "started_nodes_total",
            "failed_create_nodes_total",
            "failed_updates_total",
            "successful_updates_total",
            "failed_recoveries_total",
            "successful_recoveries_total",
            "update_loop_exceptions_total",
            "node_launch_exceptions_total",
            "reset_exceptions_total",
            "config_validation_exceptions_total",
            "drain_node_exceptions_total",
            "updating_nodes",
            "recovering_nodes",
            "running_workers_nodes",
            "worker_create_node_time_seconds",
            "worker_update_time_seconds",
            "update_time_seconds");

    @TempDir
    Path dir;

    private final ScaledCluster cluster = new ScaledCluster();
    private final DaemonMetrics metrics = cluster.metrics;

    @Test
    void everyNameOfRaysAutoscalerIsThereWithItsSession() throws IOException {
        String text = scaled();
        for (String name : RAYS) {
            assertThat(text).as(name).containsPattern("(?m)^autoscaler_" + name + "(_bucket|_count|\\{)");
        }
        assertThat(text)
                .contains("autoscaler_active_nodes{NodeType=\"cpu\",SessionName=\"session_1\"} 1.0")
                .contains("autoscaler_pending_nodes{NodeType=\"cpu\",SessionName=\"session_1\"} 1.0")
                .contains("autoscaler_cluster_resources{SessionName=\"session_1\",resource=\"CPU\"} 8.0")
                .contains("autoscaler_pending_resources{SessionName=\"session_1\",resource=\"CPU\"} 4.0")
                .contains("autoscaler_started_nodes_total{SessionName=\"session_1\"} 2.0")
                .contains("autoscaler_failed_create_nodes_total{SessionName=\"session_1\"} 2.0")
                .contains("autoscaler_worker_create_node_time_seconds_bucket{SessionName=\"session_1\",le=\"5.0\"} 0")
                .contains("autoscaler_worker_create_node_time_seconds_bucket{SessionName=\"session_1\",le=\"10.0\"} 2");
    }

    @Test
    void mantasOwnNumbersCountWhatHappened() throws IOException {
        assertThat(scaled())
                .contains("manta_nodes{node_type=\"cpu\",state=\"running\"} 1.0")
                .contains("manta_demand_pending{resource=\"CPU\"} 10.0")
                .contains("manta_demand_unserved{resource=\"GPU\"} 8.0")
                .contains("manta_launch_failures_total{cause=\"NO_CAPACITY\",node_type=\"cpu\"} 1.0")
                .contains("manta_node_type_paused{node_type=\"gpu\"} 1.0")
                .contains("manta_cost_dollars_per_hour 0.5")
                .contains("manta_setup_step_seconds_count{step=\"6\"} 1")
                .contains("manta_demand_to_capacity_seconds_bucket{le=\"60.0\"} 1");
        metrics.round(Map.of("at", "2026-11-15T10:00:00Z"), Duration.ofMillis(3));
        assertThat(scrape()).contains("manta_cost_dollars_per_hour NaN").doesNotContain("manta_nodes{");
    }

    @Test
    void aTakenPortIsReplacedByAFreeOneOnLoopback() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var server = new MetricsServer(metrics, "127.0.0.1", taken.getLocalPort())) {
            assertThat(server.address()).startsWith("127.0.0.1:").doesNotEndWith(":" + taken.getLocalPort());
            assertThat(get(server, "*/*")).contains("manta_rounds_total");
            assertThat(get(server, "application/openmetrics-text; version=1.0.0"))
                    .endsWith("# EOF\n");
        }
    }

    @Test
    void everyQueryOfDashboardAndAlertsAsksForMetricsThatExist() throws IOException {
        String text = scaled();
        String asked = Boards.grafana() + Boards.alerts();
        var missing = new TreeSet<String>();
        Matcher name = Pattern.compile("\\b((?:manta|autoscaler)_[a-z_]+)\\b").matcher(asked);
        while (name.find()) {
            if (!text.contains("\n" + name.group(1) + "{") && !text.contains("\n" + name.group(1) + " ")) {
                missing.add(name.group(1));
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void prometheusOwnToolAcceptsMetricsAndRules() throws IOException, InterruptedException {
        Path tool = List.of("/usr/bin/promtool", System.getProperty("manta.promtool", "/none")).stream()
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(Path.of("/none"));
        Assumptions.assumeTrue(Files.isExecutable(tool), "promtool is missing: apt-get install prometheus");
        Path rules = Files.writeString(dir.resolve("rules.yaml"), Boards.alerts());
        assertThat(run("", tool.toString(), "check", "rules", rules.toString())).contains("SUCCESS: 5 rules found");
        String said = run(scaled(), tool.toString(), "check", "metrics");
        // Ray's own labels are not in snake_case; the names are what its dashboards ask for.
        assertThat(said.lines().filter(line -> !line.startsWith("autoscaler_"))).isEmpty();
    }

    private String run(String input, String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var out = process.getOutputStream()) {
            out.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    private String scaled() throws IOException {
        cluster.scale();
        return scrape();
    }

    private String scrape() throws IOException {
        try (var server = new MetricsServer(metrics, "127.0.0.1", 0)) {
            return get(server, "text/plain");
        }
    }

    private static String get(MetricsServer server, String accept) throws IOException {
        var connection =
                URI.create("http://" + server.address() + "/metrics").toURL().openConnection();
        connection.setRequestProperty("Accept", accept);
        try (var in = connection.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
