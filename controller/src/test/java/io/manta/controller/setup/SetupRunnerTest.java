package io.manta.controller.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.core.event.ClusterEvent;
import io.manta.core.setup.RestartMode;
import io.manta.core.setup.SetupRequest;
import io.manta.provider.simulated.SimulatedCloud;
import io.manta.provider.simulated.SimulatedCommands;
import io.manta.provider.simulated.SimulatedNodeProvider;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.CommandSettings;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Reach;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.RemoteException;
import io.manta.testkit.Configs;
import io.manta.testkit.FakeClock;
import io.manta.testkit.Specs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SetupRunnerTest {
    @TempDir
    Path dir;

    private final FakeClock clock = new FakeClock();
    private final List<ClusterEvent> events = new ArrayList<>();
    private final List<String> ran = new ArrayList<>();

    @Test
    void runsTheCommandsInOrderAndLeavesTheResultOnTheTags() throws Exception {
        Machine done = setUp(recording((machine, command, out) -> new CommandResult(0)));

        assertThat(ran)
                .containsExactly(
                        "uptime 2>/dev/null || true",
                        "wait for cloud-init",
                        "prepare",
                        "install one",
                        "install two",
                        "start");
        assertThat(done.tags()).containsEntry(Tags.STATUS, "up-to-date").containsKeys(Tags.SETUP_HASH, Tags.START_HASH);
        assertThat(events.stream().filter(e -> e.type() == ClusterEvent.Type.STEP_FINISHED))
                .hasSize(7);
    }

    @Test
    void theFirstFailingCommandEndsItAndIsToldWithItsLastWords() throws Exception {
        Machine failed = setUp(recording((machine, command, out) -> {
            if (command.script().equals("install two")) {
                out.line("downloading");
                out.line("no space left on device");
                return new CommandResult(5);
            }
            return new CommandResult(0);
        }));

        assertThat(ran).doesNotContain("start");
        assertThat(failed.tags()).containsEntry(Tags.STATUS, "update-failed").doesNotContainKey(Tags.SETUP_HASH);
        SetupOutcome.Failed outcome = (SetupOutcome.Failed) last;
        assertThat(outcome.step()).isEqualTo("[6/7] Running setup commands");
        assertThat(outcome.command()).isEqualTo("install two");
        assertThat(outcome.exitCode()).isEqualTo(5);
        assertThat(outcome.lastLines()).containsExactly("downloading", "no space left on device");
        assertThat(Files.readString(Path.of(outcome.log().orElseThrow())))
                .contains("$ install one", "$ install two", "no space left on device");
    }

    @Test
    void aCertainCauseIsNotWaitedOutButAPassingOneIs() throws Exception {
        setUp((machine, command, out) -> {
            throw new RemoteException(Problem.error("SSH-AUTH", "permission denied", "", ""), false);
        });
        assertThat(((SetupOutcome.Failed) last).certain()).isTrue();
        assertThat(((SetupOutcome.Failed) last).problem().what()).isEqualTo("permission denied");

        var tries = new ArrayList<String>();
        setUp((machine, command, out) -> {
            if (command.script().startsWith("uptime") && tries.size() < 2) {
                tries.add("refused");
                throw new RemoteException(Problem.error("SSH-REFUSED", "not yet", "", ""), true);
            }
            return new CommandResult(0);
        });
        assertThat(last).isInstanceOf(SetupOutcome.Done.class);
    }

    private SetupOutcome last = new SetupOutcome.Done(java.time.Duration.ZERO, false);

    private SimulatedCommands recording(SimulatedCommands commands) {
        return (machine, command, out) -> {
            ran.add(command.script().contains("cloud-init") ? "wait for cloud-init" : command.script());
            return commands.run(machine, command, out);
        };
    }

    private Machine setUp(SimulatedCommands commands) throws Exception {
        ClusterConfig config = config();
        var provider = new SimulatedNodeProvider(config, new SimulatedCloud(clock, 1), commands);
        Machine machine = provider.launch(Specs.request(Specs.head(config, "h")))
                .created()
                .getFirst();
        var runner = new SetupRunner(provider, events::add, new HeadGate(), clock, dir);
        var setup = new RunnerNodeSetup(m -> ((Reach.Own) provider.reach(m)).runner(), runner);
        last = setup.setUp(
                new SetupRequest(
                        config,
                        machine.nodeId(),
                        NodeRole.HEAD,
                        config.headType(),
                        machine.tags(),
                        Optional.empty(),
                        false,
                        RestartMode.WHEN_CHANGED),
                machine,
                step -> {});
        return provider.list(Look.USUAL).getFirst();
    }

    private static ClusterConfig config() {
        ClusterConfig base = Configs.small("c", "simulated", Map.of());
        return new ClusterConfig(
                base.name(),
                base.provider(),
                base.nodeTypes(),
                base.headType(),
                base.maxWorkers(),
                base.upscalingSpeed(),
                base.idleTimeout(),
                base.auth(),
                base.docker(),
                base.files(),
                new CommandSettings(
                        List.of("prepare"),
                        List.of("install one", "install two"),
                        List.of(),
                        List.of("start"),
                        List.of()),
                "",
                "");
    }

    @Test
    void cloudInitIsWaitedForAndToldOf() throws Exception {
        setUp((machine, command, out) -> {
            if (command.script().contains("cloud-init")) {
                out.line("cloud-init is still at work");
            }
            return new CommandResult(0);
        });
        assertThat(events.stream().filter(e -> e.type() == ClusterEvent.Type.STEP_PROGRESS))
                .extracting(ClusterEvent::message)
                .containsExactly("[1/7] Waiting until commands can be run: cloud-init is still at work");
    }

    @Test
    void commandsKnowWhereTheyRun() throws Exception {
        var places = new ArrayList<String>();
        setUp((machine, command, out) -> {
            places.add(command.script() + " " + command.place());
            return new CommandResult(0);
        });
        assertThat(places).contains("prepare " + Command.Place.HOST, "install one " + Command.Place.AUTO);
    }
}
