package io.manta.remote.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.spi.provider.Reach;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.RemoteException;
import io.manta.testkit.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessCommandRunnerTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path directory;

    private Path home;
    private Path sessions;
    private ProcessCommandRunner runner;
    private final List<String> lines = new ArrayList<>();

    @BeforeEach
    void makeNode() throws Exception {
        home = Files.createDirectory(directory.resolve("home"));
        sessions = directory.resolve("sessions");
        runner = new ProcessCommandRunner(
                new Reach.LocalProcess(home, Map.of("HOME", home.toString(), "COLOUR", "blue"), sessions));
    }

    @AfterEach
    void endWhatIsLeft() throws Exception {
        for (long session : notedSessions()) {
            Sessions.end(session);
        }
    }

    @Test
    void outputComesLineByLineStandardErrorIncludedAndTheExitCodeIsPassedOn() throws Exception {
        int code = runner.run(Command.of("echo one; echo two >&2; printf three; exit 7"), lines::add)
                .exitCode();

        assertThat(code).isEqualTo(7);
        assertThat(lines).containsExactly("one", "two", "three");
    }

    @Test
    void theScriptSeesHomeAndBothEnvironmentsAndNoInput() throws Exception {
        runner.run(
                Command.of("pwd; echo ~ $COLOUR $SHAPE; cat; echo \"it's $0\"")
                        .withEnvironment(Map.of("SHAPE", "round")),
                lines::add);

        assertThat(lines).containsExactly(home.toString(), home + " blue round", "it's bash");
    }

    @Test
    void theSessionIsNotedBeforeTheScriptRuns() throws Exception {
        runner.run(Command.of("tail -n 1 " + sessions + "; ps -o sid= -p $$"), lines::add);

        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst()).startsWith(lines.getLast().strip() + " ");
    }

    @Test
    void returnsWhenTheShellEndsThoughADaemonHoldsItsOutputOpen() throws Exception {
        runner.run(Command.of("echo started; (while true; do echo more; sleep 0.1; done) &"), lines::add);

        assertThat(lines).contains("started");
        long session = notedSessions().getFirst();
        assertThat(Sessions.members(session)).as("the daemon goes on").isNotEmpty();
        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("home", "sessions");
    }

    @Test
    void aTimeoutEndsTheWholeSessionAndSaysSo() throws Exception {
        int code = runner.run(
                        Command.of("echo begun; sleep 1000 & sleep 1000").withTimeout(Duration.ofMillis(300)),
                        lines::add)
                .exitCode();

        assertThat(code).isEqualTo(143);
        assertThat(lines.getFirst()).isEqualTo("begun");
        assertThat(lines.getLast()).contains("timed out");
        assertThat(Sessions.members(notedSessions().getFirst())).isEmpty();
    }

    @Test
    void aScriptThatIgnoresBeingAskedIsEndedAllTheSame() throws Exception {
        int code = runner.run(
                        Command.of("trap '' TERM; echo begun; while true; do sleep 0.1; done")
                                .withTimeout(Duration.ofMillis(300)),
                        lines::add)
                .exitCode();

        assertThat(code).isEqualTo(137);
    }

    @Test
    void anInterruptEndsTheCommand() throws Exception {
        var running = new FutureTask<Integer>(
                () -> runner.run(Command.of("sleep 1000"), OutputSink.NOWHERE).exitCode());
        Thread thread = Thread.ofVirtual().start(running);
        Eventually.eventually(SOON, "the command runs", () -> !notedSessions().isEmpty());

        thread.interrupt();

        thread.join();
        assertThat(Sessions.members(notedSessions().getFirst())).isEmpty();
        assertThatThrownBy(running::get).hasCauseInstanceOf(InterruptedException.class);
    }

    @Test
    void aCommandWhoseRunnerWasKilledIsEndedByTheNextButNoOther() throws Exception {
        Process abandoned = session(Map.of("MANTA_SESSIONS", sessions.toString()));
        Process waitedFor = session(Map.of("MANTA_SESSIONS", sessions.toString()));
        Process stranger = session(Map.of());
        try {
            Files.writeString(
                    sessions,
                    abandoned.pid() + " 1:1\n" + waitedFor.pid() + " " + AbandonedSessions.signature() + "\n"
                            + stranger.pid() + " 1:1\n");

            runner.run(Command.of("true"), OutputSink.NOWHERE);

            assertThat(abandoned.waitFor()).isEqualTo(143);
            assertThat(waitedFor.isAlive()).isTrue();
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            for (Process process : List.of(abandoned, waitedFor, stranger)) {
                process.destroyForcibly();
            }
        }
    }

    private static Process session(Map<String, String> environment) throws Exception {
        var builder = new ProcessBuilder("setsid", "sleep", "1000");
        builder.environment().putAll(environment);
        Process process = builder.start();
        Eventually.eventually(
                SOON,
                "it has its own session",
                () -> !Sessions.members(process.pid()).isEmpty());
        return process;
    }

    @Test
    void manyCommandsAtOnceKeepTheirOutputApart() throws Exception {
        var tasks = new ArrayList<FutureTask<List<String>>>();
        for (int i = 0; i < 12; i++) {
            String script = "for n in 1 2 3; do echo " + i + "; done";
            var task = new FutureTask<List<String>>(() -> {
                var own = new ArrayList<String>();
                runner.run(Command.of(script), own::add);
                return own;
            });
            tasks.add(task);
            Thread.ofVirtual().start(task);
        }

        for (int i = 0; i < tasks.size(); i++) {
            String own = Integer.toString(i);
            assertThat(tasks.get(i).get()).containsExactly(own, own, own);
        }
        assertThat(notedSessions()).hasSize(12).doesNotHaveDuplicates();
    }

    @Test
    void aNodeWithoutHomeCannotRunAnything() throws Exception {
        Files.delete(home);

        assertThatThrownBy(() -> runner.run(Command.of("true"), OutputSink.NOWHERE))
                .isInstanceOfSatisfying(
                        RemoteException.class,
                        e -> assertThat(e.problem().code()).isEqualTo("LOCALHOST-CANNOT-RUN"));
    }

    private List<Long> notedSessions() throws Exception {
        return Files.exists(sessions)
                ? Files.readAllLines(sessions).stream()
                        .map(line -> Long.valueOf(line.split(" ", 2)[0]))
                        .toList()
                : List.of();
    }
}
