package io.manta.remote.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.manta.spi.provider.Reach;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.RemoteException;
import io.manta.testkit.Scratch;
import io.manta.testkit.SshHosts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("hosts")
class SshCommandRunnerTest {
    private static SshHosts hosts;

    @TempDir
    Path directory;

    private SshSettings settings;
    private SshConnections connections;

    @BeforeAll
    static void makeHosts() {
        hosts = SshHosts.up("runner", 3);
    }

    @AfterAll
    static void removeHosts() {
        if (hosts != null) {
            hosts.close();
        }
    }

    @BeforeEach
    void connect() throws Exception {
        var program = new ArrayList<>(hosts.client());
        program.add("ssh");
        // The socket's path must stay short, which a test's own directory may not be.
        Path sockets = Scratch.untilExit("mssh");
        settings = new SshSettings(
                directory.resolve("known_hosts"),
                sockets,
                program,
                Duration.ofSeconds(5),
                Duration.ofSeconds(20),
                false);
        connections = new SshConnections(settings);
    }

    @AfterEach
    void disconnect() throws Exception {
        connections.disconnect();
        connections.close();
    }

    private CommandRunner runner(String address, String user) {
        return connections.runner(reach(address, user, hosts.key()));
    }

    private static Reach.Ssh reach(String address, String user, Path key) {
        return new Reach.Ssh(address, 0, Optional.of(user), Optional.of(key.toString()), Optional.empty(), List.of());
    }

    private CommandRunner runner(int host) {
        return runner(hosts.host(host).address(), "ray");
    }

    private record Printed(int exitCode, List<String> lines) {}

    private static Printed run(CommandRunner runner, Command command) throws Exception {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        CommandResult result = runner.run(command, lines::add);
        return new Printed(result.exitCode(), List.copyOf(lines));
    }

    private static Printed run(CommandRunner runner, String script) throws Exception {
        return run(runner, Command.of(script));
    }

    private static RemoteException failure(CommandRunner runner) {
        return catchThrowableOfType(RemoteException.class, () -> runner.run(Command.of("true"), OutputSink.NOWHERE));
    }

    @Test
    void printsTheCommandsLinesAndNothingElse() throws Exception {
        var command = Command.of("echo \"$GREETING\"; hostname; echo err >&2; whoami; pwd; exit 3")
                .withEnvironment(Map.of("GREETING", "it's {\"a\": 1}"));
        assertThat(run(runner(1), command))
                .isEqualTo(new Printed(3, List.of("it's {\"a\": 1}", "host1", "err", "ray", "/home/ray")));
    }

    @Test
    void seesWhatTheUsersBashrcSets() throws Exception {
        hosts.exec(1, "echo 'export FROM_RC=yes; echo noise' >> /home/ray/.bashrc");
        assertThat(run(runner(1), "echo $FROM_RC").lines()).containsExactly("yes");
    }

    @Test
    void aCommandThatExitsWith255IsNotALostConnection() throws Exception {
        assertThat(run(runner(1), "exit 255").exitCode()).isEqualTo(255);
    }

    @Test
    void doesNotWaitForADaemonThatKeepsTheOutputOpen() throws Exception {
        long begun = System.nanoTime();
        assertThat(run(runner(1), "sleep 60 & echo started").lines()).containsExactly("started");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void endsWhatTakesLongerThanAllowed() throws Exception {
        Printed printed = run(runner(1), Command.of("echo $$; sleep 321").withTimeout(Duration.ofSeconds(1)));
        assertThat(printed.exitCode()).isEqualTo(124);
        assertThat(hosts.exec(1, "ps ax | grep -c '[s]leep 321'").output().strip())
                .isEqualTo("0");
    }

    @Test
    void manyCommandsShareOneConnection() throws Exception {
        CommandRunner runner = runner(1);
        var work = new ArrayList<Callable<Printed>>();
        for (int i = 0; i < 30; i++) {
            int number = i;
            work.add(() -> run(runner, "echo " + number));
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = threads.invokeAll(work);
            for (int i = 0; i < 30; i++) {
                assertThat(results.get(i).get().lines()).containsExactly(Integer.toString(i));
            }
        }
        assertThat(settings.controlDirectory().toFile().list()).hasSize(2);
    }

    @Test
    void opensAgainAfterTheConnectionWasLost() throws Exception {
        CommandRunner runner = runner(1);
        run(runner, "true");
        hosts.exec(1, "pkill -KILL -f 'sshd: ra[y]'");
        assertThat(run(runner, "echo back").lines()).containsExactly("back");
    }

    @Test
    void aConnectionLostInTheMiddleIsSaidSo() {
        CommandRunner runner = runner(2);
        RemoteException failure = catchThrowableOfType(
                RemoteException.class,
                () -> runner.run(
                        Command.of("echo here; sleep 60"), line -> hosts.exec(2, "pkill -KILL -f 'sshd: ra[y]'")));
        assertThat(failure.problem().code()).isEqualTo("SSH-LOST");
        assertThat(failure.mayPass()).isTrue();
    }

    @Test
    void eachReasonNotToConnectHasItsName() throws Exception {
        assertThat(failure(runner(hosts.nobody(), "ray")).problem().code()).isEqualTo("SSH-NO-ROUTE");
        assertThat(failure(runner(hosts.silent(), "ray")).problem().code()).isEqualTo("SSH-TIMEOUT");
        assertThat(failure(runner("no-such-host.invalid", "ray")).problem().code())
                .isEqualTo("SSH-RESOLVE");
        assertThat(failure(runner(hosts.host(1).address(), "nobody")).problem().code())
                .isEqualTo("SSH-AUTH");
        Path other = directory.resolve("other");
        new ProcessBuilder("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", other.toString())
                .start()
                .waitFor();
        CommandRunner wrongKey = connections.runner(reach(hosts.host(1).address(), "ray", other));
        assertThat(failure(wrongKey).problem().code()).isEqualTo("SSH-AUTH");
        CommandRunner noKey = connections.runner(reach(hosts.host(1).address(), "ray", directory.resolve("absent")));
        assertThat(failure(noKey).problem().code()).isEqualTo("SSH-KEY-MISSING");
    }

    @Test
    void refusedAndChangedHostKeysAreTold() throws Exception {
        CommandRunner runner = runner(3);
        run(runner, "true");
        connections.disconnect();
        hosts.stopSshd(3);
        RemoteException refused = failure(runner);
        assertThat(refused.problem().code()).isEqualTo("SSH-REFUSED");
        assertThat(refused.mayPass()).isTrue();
        hosts.startSshd(3);
        hosts.changeHostKey(3);
        RemoteException changed = failure(runner);
        assertThat(changed.problem().code()).isEqualTo("SSH-HOST-KEY-CHANGED");
        assertThat(changed.mayPass()).isFalse();
        assertThat(changed.problem().what()).contains(hosts.host(3).address());
    }

    @Test
    void goesThroughAJumpHost() throws Exception {
        var jump = String.join(" ", settings.program()) + " -i " + hosts.key()
                + " -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -W %h:%p ray@"
                + hosts.host(1).address();
        var reach = new Reach.Ssh(
                hosts.host(2).address(),
                22,
                Optional.of("ray"),
                Optional.of(hosts.key().toString()),
                Optional.of(jump),
                List.of());
        assertThat(run(connections.runner(reach), "hostname; echo $SSH_CLIENT | cut -d' ' -f1")
                        .lines())
                .containsExactly("host2", hosts.host(1).address());
        Path file = Files.writeString(directory.resolve("through"), "jump");
        connections.runner(reach).upload(FileTransfer.of(file.toString(), "~/through"), OutputSink.NOWHERE);
        assertThat(hosts.exec(2, "cat /home/ray/through").output()).isEqualTo("jump");
    }

    @Test
    void interactivePassesTheExitCodeOn() throws Exception {
        assertThat(runner(1).interactive(Command.of("exit 42"), List.of()).exitCode())
                .isEqualTo(42);
    }
}
