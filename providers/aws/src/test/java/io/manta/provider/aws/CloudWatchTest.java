package io.manta.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.provider.aws.client.AwsClients;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.provider.Holding;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.testkit.MotoServer;
import io.manta.testkit.Specs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.cloudwatch.model.MetricAlarm;

/** Dashboard, alarms and log groups of a cluster, as Ray's files ask for them. */
final class CloudWatchTest {
    private static final String ALARM = """
            {"AlarmName": "{cluster_name}-cpu-{instance_id}", "AlarmDescription": "busy", "Namespace": "{cluster_name}-{region}",
             "MetricName": "cpu", "Dimensions": [{"Name": "InstanceId", "Value": "{instance_id}"}], "Period": 60,
             "EvaluationPeriods": 1, "Statistic": "Average", "Threshold": %d.0, "ComparisonOperator": "GreaterThanThreshold"}""";

    @TempDir
    Path files;

    private final AwsClients aws;

    CloudWatchTest() throws Exception {
        aws = new AwsClients(
                MotoServer.REGION,
                StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIATEST", "secret")),
                new AwsClients.Link(
                        Optional.of(MotoServer.shared().endpoint()),
                        3,
                        Duration.ofSeconds(20),
                        Duration.ofMillis(5),
                        100));
    }

    private Map<String, Object> settings() throws Exception {
        Files.writeString(files.resolve("alarms.json"), "[" + ALARM.formatted(90) + "]");
        Files.writeString(
                files.resolve("dashboard.json"),
                "[{\"type\": \"text\", \"properties\": {\"markdown\": \"{cluster_name} in {region}, head {instance_id}\"}}]");
        Files.writeString(
                files.resolve("agent.json"),
                "{\"logs\": {\"collect_list\": [{\"log_group_name\": \"{cluster_name}-ray\"}, {\"log_group_name\": \"theirs\"}]}}");
        return Map.of(
                "cloudwatch",
                Map.of(
                        "agent", Map.of("config", files.resolve("agent.json").toString()),
                        "alarm", Map.of("config", files.resolve("alarms.json").toString()),
                        "dashboard",
                                Map.of(
                                        "name",
                                        "view",
                                        "config",
                                        files.resolve("dashboard.json").toString())));
    }

    private Map<String, MetricAlarm> alarms(ClusterConfig config) {
        return aws.cloudWatch().describeAlarms(r -> r.alarmNamePrefix(config.name())).metricAlarms().stream()
                .collect(Collectors.toMap(MetricAlarm::alarmName, alarm -> alarm));
    }

    private MetricAlarm alarm(ClusterConfig config, String name) {
        return Objects.requireNonNull(alarms(config).get(name));
    }

    private String dashboard(ClusterConfig config) {
        return aws.cloudWatch()
                .getDashboard(r -> r.dashboardName(config.name() + "-view"))
                .dashboardBody();
    }

    private static Map<String, Integer> counts(NodeProvider provider) throws Exception {
        return provider.features().holdings().stream()
                .collect(Collectors.toMap(
                        Holding::kind, holding -> holding.names().size()));
    }

    @Test
    void nodesGetAlarmsChangesAreFollowedAndNothingOutlivesTheCluster() throws Exception {
        aws.logs().createLogGroup(r -> r.logGroupName("theirs"));
        try (var world = new AwsWorld(settings())) {
            ClusterConfig config = world.config("cw");
            AwsNodeProvider provider = world.open(config, world.proxy());
            provider.prepare(config, Progress.NONE);
            Machine head = provider.launch(Specs.request(Specs.head(config, "h-1")))
                    .created()
                    .getFirst();
            Machine worker =
                    provider.launch(Specs.workers(config, "n-1")).created().getFirst();
            provider.features().hostCommands(head);
            provider.features().hostCommands(worker);
            provider.features().hostCommands(worker);
            String cpu = config.name() + "-cpu-" + worker.id().value();
            assertThat(alarms(config))
                    .containsOnlyKeys(config.name() + "-cpu-" + head.id().value(), cpu);
            assertThat(alarm(config, cpu).namespace()).isEqualTo(config.name() + "-us-west-2");
            assertThat(alarm(config, cpu).dimensions().getFirst().value())
                    .isEqualTo(worker.id().value());
            assertThat(dashboard(config))
                    .contains(config.name() + " in us-west-2, head " + head.id().value());
            assertThat(counts(provider))
                    .containsEntry("alarms", 2)
                    .containsEntry("dashboards", 1)
                    .containsEntry("log groups", 1);

            assertThat(provider.features().isPrepared(config)).isTrue();
            Files.writeString(
                    files.resolve("alarms.json"),
                    "[" + ALARM.formatted(50) + "," + ALARM.formatted(7).replace("-cpu-", "-disk-") + "]");
            assertThat(provider.features().isPrepared(config))
                    .as("a file has changed")
                    .isFalse();
            provider.prepare(config, Progress.NONE);
            assertThat(alarms(config)).hasSize(4);
            assertThat(alarm(config, cpu).threshold()).isEqualTo(50);

            provider.terminate(Set.of(worker.id()));
            assertThat(alarms(config).keySet())
                    .as("a machine's alarms end with it")
                    .hasSize(2)
                    .allMatch(name -> name.endsWith(head.id().value()));
            provider.terminate(Set.of(head.id()));
            NodeProvider lost = world.open(
                    config.withProvider(new io.manta.spi.model.ProviderSettings(
                            "aws", with(config, Map.of("cloudwatch", Map.of())))),
                    world.proxy());
            lost.cleanUp();
            assertThat(counts(lost))
                    .containsEntry("alarms", 0)
                    .containsEntry("dashboards", 0)
                    .containsEntry("log groups", 0);
            assertThat(alarms(config)).isEmpty();
            assertThat(world.remains(config)).isEmpty();
            assertThat(aws.logs()
                            .describeLogGroups(r -> r.logGroupNamePrefix("theirs"))
                            .logGroups())
                    .as("was there before")
                    .hasSize(1);
        }
    }

    private static Map<String, Object> with(ClusterConfig config, Map<String, Object> more) {
        var settings = new LinkedHashMap<>(config.provider().settings());
        settings.putAll(more);
        return settings;
    }

    @Test
    void whatIsWrongOrSomebodyElsesIsToldAndLeftAlone() throws Exception {
        try (var world = new AwsWorld(settings())) {
            ClusterConfig config = world.config("other");
            AwsNodeProvider provider = world.open(config, world.proxy());
            String body = "{\"widgets\": []}";
            aws.cloudWatch()
                    .putDashboard(r -> r.dashboardName(config.name() + "-view").dashboardBody(body));
            provider.prepare(config, Progress.NONE);
            Machine head = provider.launch(Specs.request(Specs.head(config, "h-1")))
                    .created()
                    .getFirst();
            assertThatThrownBy(() -> provider.features().hostCommands(head))
                    .isInstanceOfSatisfying(ProviderException.class, e -> {
                        assertThat(e.problem().code()).isEqualTo("AWS-CLOUDWATCH");
                        assertThat(e.problem().what()).contains("did not make");
                    });
            provider.terminate(Set.of(head.id()));
            provider.cleanUp();
            assertThat(dashboard(config)).isEqualTo(body);

            Files.writeString(files.resolve("alarms.json"), "[{\"AlarmNam\": \"x\"}]");
            ClusterConfig next = world.config("wrong");
            NodeProvider wrong = world.open(next, world.proxy());
            assertThatThrownBy(() -> wrong.prepare(next, Progress.NONE))
                    .isInstanceOfSatisfying(
                            ProviderException.class,
                            e -> assertThat(e.problem().why()).contains("needs an AlarmName"));
            assertThat(world.remains(next)).as("before anything was made").isEmpty();
        }
    }

    @Test
    void rightsAreAskedForOnlyWhereTheyAreUsed() throws Exception {
        try (var plain = new AwsWorld();
                var watched = new AwsWorld(settings())) {
            ClusterConfig without = plain.config("none");
            ClusterConfig with = watched.config("some");
            List<String> unused =
                    List.copyOf(plain.open(without).features().policies(without).values());
            assertThat(unused).noneMatch(policy -> policy.contains("cloudwatch:") || policy.contains("logs:"));
            Map<String, String> used = watched.open(with).features().policies(with);
            assertThat(used.get("user")).contains("cloudwatch:PutDashboard", "logs:DeleteLogGroup");
            assertThat(used.get("head"))
                    .contains("cloudwatch:PutMetricAlarm", "cloudwatch:DeleteAlarms", "alarm:*")
                    .doesNotContain("cloudwatch:PutDashboard");
        }
    }
}
