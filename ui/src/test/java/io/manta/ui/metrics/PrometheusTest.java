package io.manta.ui.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real Prometheus reads the endpoint; what dashboard and rules ask for is there. */
@Tag("browser")
@Timeout(120)
class PrometheusTest {
    @TempDir
    Path dir;

    private final ScaledCluster cluster = new ScaledCluster();

    @Test
    void everyQueryOfTheDashboardReturnsDataAndEveryRuleIsUnderstood() throws Exception {
        Path program = Path.of(System.getProperty("manta.prometheus", "/usr/bin/prometheus"));
        Assumptions.assumeTrue(Files.isExecutable(program), "Prometheus is missing: apt-get install prometheus");
        int port = freePort();
        try (var server = new MetricsServer(cluster.metrics, "127.0.0.1", 0)) {
            Path rules = Files.writeString(dir.resolve("rules.yaml"), Boards.alerts());
            Path config = Files.writeString(dir.resolve("prometheus.yml"), """
                    global: {scrape_interval: 1s, evaluation_interval: 1s}
                    rule_files: ["%s"]
                    scrape_configs:
                      - job_name: manta
                        static_configs: [{targets: ["%s"]}]
                    """.formatted(rules, server.address()));
            Process process = new ProcessBuilder(
                            program.toString(),
                            "--config.file=" + config,
                            "--storage.tsdb.path=" + dir.resolve("data"),
                            "--web.listen-address=127.0.0.1:" + port)
                    .redirectErrorStream(true)
                    .redirectOutput(dir.resolve("log").toFile())
                    .start();
            try {
                cluster.scale();
                awaitData(port, "manta_rounds_total > 0");
                for (int i = 0; i < 4; i++) {
                    cluster.scale();
                    awaitData(port, "manta_rounds_total >= " + cluster.rounds());
                }
                var empty = new ArrayList<String>();
                for (String query : queries(Boards.grafana(), "\"expr\": \"((?:[^\"\\\\]|\\\\.)*)\"")) {
                    if (!hasData(ask(port, query))) {
                        empty.add(query);
                    }
                }
                assertThat(empty).as("queries without an answer").isEmpty();
                for (String query : queries(Boards.alerts(), "expr: (.*)")) {
                    assertThat(ask(port, query)).contains("\"status\":\"success\"");
                }
                assertThat(ask(port, "ALERTS{alertname=\"MantaNodeTypePaused\"}"))
                        .contains("gpu");
                assertThat(ask(port, "sum(autoscaler_active_nodes) by (NodeType)"))
                        .contains("cpu");
            } finally {
                process.destroy();
                process.waitFor();
            }
        }
    }

    private static List<String> queries(String text, String pattern) {
        var out = new ArrayList<String>();
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        while (matcher.find()) {
            out.add(matcher.group(1).replace("\\\"", "\""));
        }
        assertThat(out).isNotEmpty();
        return out;
    }

    private static boolean hasData(String reply) {
        return reply.contains("\"status\":\"success\"") && !reply.contains("\"result\":[]");
    }

    private void awaitData(int port, String query) throws IOException, InterruptedException {
        Instant deadline = Instant.now().plus(Duration.ofSeconds(40));
        while (!hasData(ask(port, query))) {
            assertThat(Instant.now())
                    .as("%s in %s", query, Files.readString(dir.resolve("log")))
                    .isBefore(deadline);
            Thread.sleep(100);
        }
    }

    private static String ask(int port, String query) throws IOException {
        String address =
                "http://127.0.0.1:" + port + "/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8);
        try (var in = URI.create(address).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "not yet: " + e;
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
