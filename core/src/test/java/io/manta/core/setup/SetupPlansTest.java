package io.manta.core.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.core.setup.SetupStep.RunCommands;
import io.manta.core.setup.SetupStep.Skip;
import io.manta.spi.model.AuthSettings;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.CommandSettings;
import io.manta.spi.model.FileSettings;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.ProviderSettings;
import io.manta.spi.model.Resources;
import io.manta.spi.model.Tags;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SetupPlansTest {
    private static final String START = "ray start --head --port=6379 --autoscaling-config=~/ray_bootstrap_config.yaml";

    @Test
    void aFreshHeadRunsAllSevenSteps() {
        SetupPlan plan = SetupPlans.forNode(head(config("pip install x"), Map.of(), false, RestartMode.WHEN_CHANGED));

        assertThat(plan.steps()).extracting(SetupStep::number).containsExactly(1, 2, 3, 4, 5, 6, 7);
        assertThat(run(plan, 6).commands()).containsExactly("pip install x");
        assertThat(run(plan, 7).commands()).containsExactly("ray start --no-monitor --head --port=6379");
        assertThat(run(plan, 7).waitForHead()).isFalse();
        assertThat(plan.tagsWhenDone()).containsEntry(Tags.STATUS, "up-to-date").containsKey(Tags.SETUP_HASH);
        assertThat(plan.upToDate()).isFalse();
    }

    @Test
    void whatBringsRayRunsAroundTheUsersCommandsAndABetterWayToDoItTouchesNothing() {
        ClusterConfig config = config("pip install x");
        ClusterConfig before = around(config, "#: install Ray\nold way");
        SetupPlan plan = SetupPlans.forNode(head(before, Map.of(), false, RestartMode.WHEN_CHANGED));
        assertThat(run(plan, 6).commands()).containsExactly("#: install Ray\nold way", "pip install x", "last");
        assertThat(run(plan, 6).commands())
                .extracting(SetupStep.RunCommands::shown)
                .containsExactly("install Ray", "pip install x", "last");

        ClusterConfig after = around(config, "#: install Ray\nnew way");
        assertThat(SetupPlans.forNode(head(after, plan.tagsWhenDone(), true, RestartMode.WHEN_CHANGED))
                        .upToDate())
                .isTrue();
        ClusterConfig other = around(config, "#: install Ray 3\nnew way");
        assertThat(SetupPlans.forNode(head(other, plan.tagsWhenDone(), true, RestartMode.WHEN_CHANGED))
                        .upToDate())
                .isFalse();
    }

    private static ClusterConfig around(ClusterConfig config, String before) {
        return config.withCommands(config.commands().around(List.of(before), List.of("last")));
    }

    @Test
    void rayIsToldItsIdentityAndResourcesIncludingZeroes() {
        Map<String, String> environment = run(
                        SetupPlans.forNode(head(config(""), Map.of(), false, RestartMode.WHEN_CHANGED)), 7)
                .environment();

        assertThat(environment)
                .containsEntry("RAY_CLOUD_INSTANCE_ID", "n1")
                .containsEntry("RAY_NODE_TYPE_NAME", "head")
                .containsEntry("RAY_OVERRIDE_RESOURCES", "{\"CPU\":0,\"memory\":1000}");
    }

    @Test
    void aWorkerStartsRayOnlyWhenTheHeadAnswersAndKnowsItsAddress() {
        SetupPlan plan = SetupPlans.forNode(new SetupRequest(
                config(""),
                new NodeId("w1"),
                NodeRole.WORKER,
                "worker",
                Map.of(),
                Optional.of("10.0.0.1"),
                false,
                RestartMode.WHEN_CHANGED));

        assertThat(run(plan, 7).waitForHead()).isTrue();
        assertThat(run(plan, 7).environment()).containsEntry("RAY_HEAD_IP", "10.0.0.1");
        assertThat(run(plan, 6).commands())
                .as("the type's own list replaces the cluster's")
                .containsExactly("own");
        assertThat(run(plan, 6).waitForHead()).isFalse();
    }

    @Test
    void nothingChangedAndRayRunningMeansNothingToDo() {
        SetupPlan plan = again(config("a"), config("a"), true, RestartMode.WHEN_CHANGED);
        assertThat(plan.upToDate()).isTrue();
    }

    @Test
    void limitsAndIdleTimesNeverTouchARunningNode() {
        ClusterConfig other = config("a");
        ClusterConfig changed = new ClusterConfig(
                other.name(),
                other.provider(),
                other.nodeTypes(),
                other.headType(),
                99,
                5.0,
                Duration.ofHours(1),
                other.auth(),
                other.docker(),
                other.files(),
                other.commands(),
                "another",
                "another");
        assertThat(again(config("a"), changed, true, RestartMode.WHEN_CHANGED).upToDate())
                .isTrue();
    }

    @Test
    void aStoppedRayIsStartedWithoutRepeatingTheSetup() {
        SetupPlan plan = again(config("a"), config("a"), false, RestartMode.WHEN_CHANGED);
        assertThat(plan.steps().get(5)).isInstanceOf(Skip.class);
        assertThat(plan.steps().get(6)).isInstanceOf(RunCommands.class);
    }

    @Test
    void changedSetupCommandsRunAgainAndRestartRay() {
        SetupPlan plan = again(config("a"), config("b"), true, RestartMode.WHEN_CHANGED);
        assertThat(run(plan, 6).commands()).containsExactly("b");
        assertThat(plan.steps().get(6)).isInstanceOf(RunCommands.class);
    }

    @Test
    void noRestartSetsUpButLeavesRayAlone() {
        SetupPlan plan = again(config("a"), config("b"), true, RestartMode.NEVER);
        assertThat(run(plan, 6).commands()).containsExactly("b");
        assertThat(plan.steps().get(6)).isInstanceOf(Skip.class);
    }

    @Test
    void restartOnlyRestartsAndSkipsTheSetup() {
        SetupPlan plan = again(config("a"), config("b"), true, RestartMode.ONLY_RESTART);
        assertThat(plan.steps().get(5)).isInstanceOf(Skip.class);
        assertThat(plan.steps().get(6)).isInstanceOf(RunCommands.class);
        assertThat(plan.tagsWhenDone())
                .as("the skipped set-up is not recorded as done")
                .doesNotContainKey(Tags.SETUP_HASH);
    }

    @Test
    void theMonitorOptionIsRemovedInEveryForm() {
        assertThat(StartCommands.withoutMonitor(List.of(
                        "ulimit -n 65536; ray start --head --autoscaling-config ~/x.yaml --port=1",
                        "ray start --head --autoscaling-config='a b.yaml'; echo done",
                        "ray start --head --no-monitor",
                        "ray stop",
                        "ray start --address=$RAY_HEAD_IP:6379")))
                .containsExactly(
                        "ulimit -n 65536; ray start --no-monitor --head --port=1",
                        "ray start --no-monitor --head; echo done",
                        "ray start --head --no-monitor",
                        "ray stop",
                        "ray start --address=$RAY_HEAD_IP:6379");
    }

    private static SetupPlan again(ClusterConfig before, ClusterConfig now, boolean rayRuns, RestartMode mode) {
        Map<String, String> tags = SetupPlans.forNode(head(before, Map.of(), false, RestartMode.WHEN_CHANGED))
                .tagsWhenDone();
        return SetupPlans.forNode(head(now, tags, rayRuns, mode));
    }

    private static RunCommands run(SetupPlan plan, int number) {
        return (RunCommands) plan.steps().get(number - 1);
    }

    private static SetupRequest head(
            ClusterConfig config, Map<String, String> tags, boolean rayRuns, RestartMode mode) {
        return new SetupRequest(config, new NodeId("n1"), NodeRole.HEAD, "head", tags, Optional.empty(), rayRuns, mode);
    }

    private static ClusterConfig config(String setup) {
        NodeType worker = new NodeType(
                "worker",
                Resources.of("CPU", 1),
                Map.of(),
                0,
                3,
                Optional.empty(),
                0,
                java.util.OptionalDouble.empty(),
                Map.of(),
                Optional.empty(),
                Optional.of(List.of("own")),
                Optional.empty(),
                "");
        NodeType head = NodeType.of("head", Resources.of("memory", 1000), 0, 0).withZeroed(Set.of("CPU"));
        List<String> setupCommands = setup.isEmpty() ? List.of() : List.of(setup);
        return new ClusterConfig(
                "c",
                new ProviderSettings("localhost", Map.of()),
                Map.of("head", head, "worker", worker),
                "head",
                3,
                1.0,
                Duration.ofMinutes(5),
                AuthSettings.NONE,
                Optional.empty(),
                FileSettings.NONE,
                new CommandSettings(
                        List.of(),
                        setupCommands,
                        setupCommands,
                        List.of(START),
                        List.of("ray start --address=$RAY_HEAD_IP:6379")),
                "",
                "");
    }
}
