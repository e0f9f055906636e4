package io.manta.config;

import io.manta.core.setup.RestartMode;
import io.manta.core.setup.SetupPlan;
import io.manta.core.setup.SetupPlans;
import io.manta.core.setup.SetupRequest;
import io.manta.core.setup.SetupStep;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.testkit.Golden;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a file of a user's comes to on a head and on a worker, step by step. */
class SetupPlanGoldenTest {
    private static final String FILE = """
            cluster_name: golden
            provider: {type: localhost}
            max_workers: 2
            head_node_type: head
            available_node_types:
              head: {resources: {CPU: 0}, labels: {tier: head}}
              worker:
                resources: {CPU: 2, GPU: 1}
                max_workers: 2
                worker_setup_commands: [pip install torch]
            file_mounts: {"~/code": "."}
            rsync_exclude: ["**/.git"]
            initialization_commands: [echo hello]
            setup_commands: [pip install requests]
            head_setup_commands: [pip install jupyter]
            head_start_ray_commands:
              - ray stop
              - ulimit -n 65536; ray start --head --port=6379 --autoscaling-config=~/ray_bootstrap_config.yaml
            worker_start_ray_commands:
              - ray start --address=$RAY_HEAD_IP:6379
            """;

    @Test
    void headAndWorker() throws Exception {
        ClusterConfig config = ConfigLoader.load(
                        "golden.yaml", FILE, Path.of("").toAbsolutePath(), Overrides.NONE)
                .config()
                .orElseThrow();
        Golden.assertMatches(
                "setup-plan.txt", text(config, NodeRole.HEAD, "head") + text(config, NodeRole.WORKER, "worker"));
    }

    private static String text(ClusterConfig config, NodeRole role, String type) {
        SetupPlan plan = SetupPlans.forNode(new SetupRequest(
                config,
                new NodeId("ray-golden-" + type),
                role,
                type,
                Map.of(),
                role == NodeRole.HEAD ? Optional.empty() : Optional.of("10.0.0.1"),
                false,
                RestartMode.WHEN_CHANGED));
        var out = new StringBuilder(type + "\n");
        for (SetupStep step : plan.steps()) {
            out.append("  [").append(step.number()).append("/7] ").append(step.title());
            out.append(" (").append(step.status().tag()).append(")\n");
            switch (step) {
                case SetupStep.RunCommands run -> {
                    new TreeMap<>(run.environment())
                            .forEach((key, value) -> out.append("      ")
                                    .append(key)
                                    .append('=')
                                    .append(value)
                                    .append('\n'));
                    run.commands()
                            .forEach(command ->
                                    out.append("      $ ").append(command).append('\n'));
                }
                case SetupStep.SyncFiles sync ->
                    sync.mounts()
                            .forEach((remote, local) -> out.append("      ")
                                    .append(local)
                                    .append(" -> ")
                                    .append(remote)
                                    .append(" without ")
                                    .append(sync.excludes())
                                    .append('\n'));
                case SetupStep.WaitForShell wait ->
                    out.append("      at most ").append(wait.deadline()).append('\n');
                case SetupStep.StartContainer start -> out.append("      starts\n");
                case SetupStep.Skip skip -> out.append("      skipped\n");
            }
        }
        return out.toString();
    }
}
