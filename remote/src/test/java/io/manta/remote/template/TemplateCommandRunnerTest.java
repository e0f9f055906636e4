package io.manta.remote.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.remote.ssh.ChannelRelays;
import io.manta.spi.provider.Reach;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.PortForward;
import io.manta.spi.remote.RemoteException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TemplateCommandRunnerTest {
    @TempDir
    Path directory;

    private Path home;
    private TemplateCommandRunner runner;

    @BeforeEach
    void open() throws IOException {
        home = Files.createDirectory(directory.resolve("it's home"));
        runner = new TemplateCommandRunner(
                new Reach.Template(List.of("env", "HOME=" + home, "sh", "-c", "{command}"), List.of()));
    }

    @Test
    void commandsRunAtHomeWithTheirVariablesAndTellTheirExitCode() throws Exception {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());

        int code = runner.run(
                        Command.of("pwd; echo \"$COLOUR\"; echo oops >&2; exit 7")
                                .withEnvironment(Map.of("COLOUR", "it's \"red\" $HOME")),
                        lines::add)
                .exitCode();

        assertThat(code).isEqualTo(7);
        assertThat(lines).containsExactly(home.toString(), "it's \"red\" $HOME", "oops");
    }

    @Test
    void whatACommandLeavesRunningDoesNotHoldItUp() throws Exception {
        Command command = Command.of("sleep 30 & echo started").withTimeout(Duration.ofSeconds(20));
        long begin = System.nanoTime();

        assertThat(runner.run(command, OutputSink.NOWHERE).succeeded()).isTrue();

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(15));
    }

    @Test
    void aProgramThatDoesNotGetThroughMayBeTriedAgainAndOneThatIsMissingNot() {
        var broken = new TemplateCommandRunner(new Reach.Template(List.of("false", "{command}"), List.of()));
        var missing = new TemplateCommandRunner(new Reach.Template(List.of("no-such-program-here"), List.of()));

        assertThatThrownBy(() -> broken.run(Command.of("true"), OutputSink.NOWHERE))
                .isInstanceOfSatisfying(RemoteException.class, e -> {
                    assertThat(e.problem().code()).isEqualTo("TEMPLATE-LOST");
                    assertThat(e.mayPass()).isTrue();
                });
        assertThatThrownBy(() -> missing.run(Command.of("true"), OutputSink.NOWHERE))
                .isInstanceOfSatisfying(RemoteException.class, e -> {
                    assertThat(e.problem().code()).isEqualTo("TEMPLATE-START");
                    assertThat(e.mayPass()).isFalse();
                });
    }

    @Test
    void filesAndTreesGoThereAndBack() throws Exception {
        Path tree = Files.createDirectories(directory.resolve("tree/deep"));
        Files.writeString(tree.resolve("a file.txt"), "one");
        Files.writeString(directory.resolve("tree/left.pyc"), "no");

        runner.upload(
                new FileTransfer(directory.resolve("tree") + "/", "~/copy/", List.of("*.pyc"), List.of()),
                OutputSink.NOWHERE);
        runner.upload(FileTransfer.of(tree.resolve("a file.txt").toString(), "~/single.txt"), OutputSink.NOWHERE);
        runner.download(
                FileTransfer.of(directory.resolve("back").toString(), "~/copy/deep/a file.txt"), OutputSink.NOWHERE);

        assertThat(home.resolve("copy/deep/a file.txt")).hasContent("one");
        assertThat(home.resolve("copy/left.pyc")).doesNotExist();
        assertThat(home.resolve("single.txt")).hasContent("one");
        assertThat(directory.resolve("back")).hasContent("one");
    }

    @Test
    void aPortHereLeadsToAPortThere() throws Exception {
        int local = freePort();
        try (var there = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (Socket peer = there.accept()) {
                    peer.getInputStream().readNBytes(4);
                    peer.getOutputStream().write("pong".getBytes(StandardCharsets.UTF_8));
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            try (var _ = ChannelRelays.open(
                            List.of(new PortForward(local, there.getLocalPort())),
                            new TemplateChannel(List.of("sh", "-c", "{command}")));
                    var socket = new Socket(InetAddress.getLoopbackAddress(), local)) {
                socket.getOutputStream().write("ping".getBytes(StandardCharsets.UTF_8));
                assertThat(socket.getInputStream().readNBytes(4)).asString().isEqualTo("pong");
            }
        }
    }

    private static int freePort() throws IOException {
        try (var free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }
}
