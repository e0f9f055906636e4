package io.manta.provider.localhost;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.remote.process.ProcessCommandRunner;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.Reach;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.OutputSink;
import io.manta.testkit.Eventually;
import io.manta.testkit.Specs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalhostProcessesTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path directory;

    private LocalhostWorld world;
    private ClusterConfig config;
    private NodeProvider provider;

    @BeforeEach
    void makeWorld() throws Exception {
        world = new LocalhostWorld(directory);
        config = world.config("alpha");
        provider = world.open(config);
        provider.prepare(config, Progress.NONE);
    }

    @AfterEach
    void endAll() throws Exception {
        for (Machine machine : provider.list(Look.USUAL)) {
            provider.terminate(Set.of(machine.id()));
        }
        Eventually.eventually(SOON, "nothing is left", () -> provider.list(Look.USUAL), List::isEmpty);
    }

    @Test
    void findsWhatACommandLeftRunningAndNothingOfTheNeighbour() throws Exception {
        Machine one = launch("n-1");
        Machine two = launch("n-2");
        run(one, "sleep 1000 & sleep 1000 &");
        run(two, "sleep 1000 &");

        assertThat(processes(one)).hasSize(2).doesNotContainAnyElementsOf(processes(two));
        assertThat(processes(two)).hasSize(1);
    }

    @Test
    void findsAChildThatMadeItsOwnSession() throws Exception {
        Machine machine = launch("n-1");

        run(machine, "setsid sleep 1000 &");

        Eventually.eventually(SOON, "the child is found", () -> processes(machine), found -> found.size() == 1);
    }

    @Test
    void findsAProcessOfANotedSessionThatHasWrittenOverItsEnvironment() throws Exception {
        Machine machine = launch("n-1");

        run(machine, "env -i /bin/sleep 1000 &");

        Eventually.eventually(SOON, "it is found", () -> processes(machine), found -> found.size() == 1);
    }

    @Test
    void aStrangerWithTheNumberOfAnEndedSessionIsNotTouched() throws Exception {
        Machine machine = launch("n-1");
        Process stranger = new ProcessBuilder("setsid", "sleep", "1000").start();
        try {
            Files.writeString(
                    new MachineDirectory(world.machineDir(config, "n-1")).sessions(), stranger.pid() + "\nrubbish\n");

            assertThat(processes(machine)).isEmpty();
            terminate(machine);

            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void theTerminalFromWhichSomebodyWorksOnTheNodeIsNotPartOfIt() throws Exception {
        Machine machine = launch("n-1");
        String mark = "MANTA_NODE=" + world.machineDir(config, "n-1");
        Process terminal =
                new ProcessBuilder("setsid", "bash", "-c", "env " + mark + " sleep 1000 & sleep 1000; wait").start();
        try {
            Eventually.eventually(SOON, "the shell is found", () -> processes(machine), found -> found.size() == 1);
            terminate(machine);

            assertThat(terminal.isAlive()).isTrue();
        } finally {
            terminal.descendants().forEach(ProcessHandle::destroyForcibly);
            terminal.destroyForcibly();
        }
    }

    @Test
    void terminatingEndsEvenThoseThatWillNotGoAndRemovesTheirDirectories() throws Exception {
        Machine machine = launch("n-1");
        run(machine, "(trap '' TERM; echo ready > ~/ready; while true; do sleep 0.1; done) & setsid sleep 1000 &");
        Path home = world.machineDir(config, "n-1").resolve("home");
        Eventually.eventually(SOON, "the stubborn one runs", () -> Files.exists(home.resolve("ready")));
        Set<Long> before = processes(machine);

        terminate(machine);

        assertThat(before)
                .isNotEmpty()
                .doesNotContainAnyElementsOf(ProcessTable.now().rows().keySet());
        assertThat(world.machineDir(config, "n-1")).doesNotExist();
        assertThat(world.scratch.rayTemp(world.machineDir(config, "n-1"))).doesNotExist();
    }

    @Test
    void aMachineWithoutProcessesIsStillAMachine() throws Exception {
        Machine machine = launch("n-1");

        assertThat(processes(machine)).isEmpty();
        assertThat(provider.list(Look.USUAL)).extracting(Machine::state).containsExactly(Machine.MachineState.RUNNING);
    }

    @Test
    void logsOutliveTheMachine() throws Exception {
        Machine machine = launch("n-1");
        run(
                machine,
                "mkdir -p $MANTA_RAY_TEMP/session_1/logs/old; ln -s session_1 $MANTA_RAY_TEMP/session_latest;"
                        + " echo hello > $MANTA_RAY_TEMP/session_1/logs/old/raylet.out; echo bye > ~/worker-node.log;"
                        + " head -c 5000000 /dev/zero > $MANTA_RAY_TEMP/session_1/logs/big.log");

        terminate(machine);

        Path kept = directory.resolve("clusters/alpha/logs/n-1");
        assertThat(kept.resolve("ray/old/raylet.out")).hasContent("hello");
        assertThat(kept.resolve("worker-node.log")).hasContent("bye");
        assertThat(kept.resolve("ray/big.log")).hasSize(2_000_000);
    }

    private Machine launch(String id) throws Exception {
        return provider.launch(Specs.workers(config, id)).created().getFirst();
    }

    private void run(Machine machine, String script) throws Exception {
        new ProcessCommandRunner((Reach.LocalProcess) provider.reach(machine))
                .run(Command.of(script), OutputSink.NOWHERE);
    }

    private Set<Long> processes(Machine machine) {
        return LocalhostProcesses.of(world.machineDir(config, machine.id().value()));
    }

    private void terminate(Machine machine) throws Exception {
        provider.terminate(Set.of(machine.id()));
        Eventually.eventually(
                SOON,
                "the machine is gone",
                () -> provider.list(Look.USUAL),
                list -> list.stream().noneMatch(m -> m.id().equals(machine.id())));
    }
}
