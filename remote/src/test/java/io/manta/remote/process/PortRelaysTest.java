package io.manta.remote.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.remote.PortForward;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortRelaysTest {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    @Test
    void bytesGoThroughInBothDirections() throws Exception {
        try (var server = new ServerSocket(0, 1, LOOPBACK)) {
            int local = freePort();
            Thread.ofVirtual().start(() -> echo(server));
            try (var _ = PortRelays.open(List.of(new PortForward(local, server.getLocalPort())));
                    var client = new Socket(LOOPBACK, local)) {
                client.getOutputStream().write("hello".getBytes(StandardCharsets.UTF_8));
                client.shutdownOutput();

                assertThat(new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo("hello");
            }
        }
    }

    @Test
    void theSamePortOnBothSidesNeedsNothing() throws Exception {
        try (var server = new ServerSocket(0, 1, LOOPBACK);
                var _ = PortRelays.open(List.of(new PortForward(server.getLocalPort(), server.getLocalPort())))) {
            assertThat(server.isBound()).isTrue();
        }
    }

    private static void echo(ServerSocket server) {
        try (Socket peer = server.accept()) {
            peer.getInputStream().transferTo(peer.getOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws Exception {
        try (var probe = new ServerSocket(0, 1, LOOPBACK)) {
            return probe.getLocalPort();
        }
    }
}
