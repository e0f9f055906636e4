package io.manta.remote.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.remote.ssh.ChannelRelays;
import io.manta.spi.provider.NodeLink;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.RemoteException;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands, files and ports over nothing but started programs; here they are started on this machine. */
class LinkCommandRunnerTest {
    @TempDir
    Path directory;

    /** A node that is a directory. */
    private final class Here implements NodeLink {
        @Override
        public Process start(List<String> words, Streams streams) {
            try {
                var builder = new ProcessBuilder(words);
                builder.environment().put("HOME", home().toString());
                return builder.start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void resize(Process process, int columns, int rows) {}

        @Override
        public String name() {
            return "here";
        }

        @Override
        public String shellHint() {
            return "bash";
        }
    }

    private Path home() throws IOException {
        return Files.createDirectories(directory.resolve("home"));
    }

    private final LinkCommandRunner runner = new LinkCommandRunner(new Here());

    private static Command plain(String script) {
        return Command.of(Command.PLAIN_BASH + script);
    }

    @Test
    void outputAndExitCodeComeBack() throws Exception {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        var command = plain("echo $A; pwd; echo problem >&2; exit 7").withEnvironment(Map.of("A", "it's"));

        assertThat(runner.run(command, lines::add).exitCode()).isEqualTo(7);
        assertThat(lines).containsExactly("it's", home().toRealPath().toString(), "problem");
    }

    @Test
    void aLongScriptArrivesWhole() throws Exception {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        String filler = "# " + "x".repeat(20_000) + "\n";

        assertThat(runner.run(plain(filler + "echo 'a \"quoted\" $word'; cat; exit 3"), lines::add)
                        .exitCode())
                .isEqualTo(3);
        assertThat(lines).containsExactly("a \"quoted\" $word");
    }

    @Test
    void aCommandThatTakesTooLongIsEnded() throws Exception {
        var limited = plain("sleep 60").withTimeout(Duration.ofSeconds(1));
        assertThat(runner.run(limited, OutputSink.NOWHERE).exitCode()).isEqualTo(124);
    }

    @Test
    void filesTravelBothWaysWithoutWhatIsExcluded() throws Exception {
        Path source = Files.createDirectories(directory.resolve("source/sub"));
        Files.writeString(source.resolve("keep"), "kept");
        Files.writeString(source.resolve("skip.pyc"), "skipped");
        var transfer = new FileTransfer(directory.resolve("source") + "/", "~/to/", List.of("*.pyc"), List.of());

        runner.upload(transfer, OutputSink.NOWHERE);
        assertThat(home().resolve("to/sub/keep")).hasContent("kept");
        assertThat(home().resolve("to/sub/skip.pyc")).doesNotExist();

        runner.download(FileTransfer.of(directory.resolve("back") + "/", "~/to/"), OutputSink.NOWHERE);
        assertThat(directory.resolve("back/sub/keep")).hasContent("kept");

        runner.upload(FileTransfer.of(source.resolve("keep").toString(), "~/one"), OutputSink.NOWHERE);
        assertThat(home().resolve("one")).hasContent("kept");
        runner.download(FileTransfer.of(directory.resolve("two").toString(), "~/one"), OutputSink.NOWHERE);
        assertThat(directory.resolve("two")).hasContent("kept");
    }

    @Test
    void whatIsNotThereIsNamed() {
        var transfer = FileTransfer.of(directory.resolve("missing").toString(), "~/x");
        assertThatThrownBy(() -> runner.upload(transfer, OutputSink.NOWHERE))
                .isInstanceOfSatisfying(
                        RemoteException.class,
                        e -> assertThat(e.problem().code()).isEqualTo("FILES-MISSING"));
    }

    @Test
    void aPortHereLeadsToAPortThereAndEndsWithIt() throws Exception {
        try (var there = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (Socket peer = there.accept()) {
                    peer.getInputStream().readNBytes(4);
                    peer.getOutputStream().write("pong".getBytes(StandardCharsets.UTF_8));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            try (var relays = ChannelRelays.open(
                            "127.0.0.1", there.getLocalPort(), LinkCommandRunner.channel(new Here()));
                    var socket = new Socket(InetAddress.getLoopbackAddress(), relays.localPort())) {
                socket.getOutputStream().write("ping".getBytes(StandardCharsets.UTF_8));
                assertThat(socket.getInputStream().readAllBytes())
                        .asString(StandardCharsets.UTF_8)
                        .isEqualTo("pong");
            }
        }
    }
}
