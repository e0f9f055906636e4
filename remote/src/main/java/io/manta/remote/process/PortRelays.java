package io.manta.remote.process;

import io.manta.spi.remote.PortForward;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Makes local ports lead to other ports of this same machine; the same port on both sides needs nothing. */
final class PortRelays implements AutoCloseable {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private final List<ServerSocket> servers;

    private PortRelays(List<ServerSocket> servers) {
        this.servers = servers;
    }

    static PortRelays open(List<PortForward> forwards) throws IOException {
        var relays = new PortRelays(new ArrayList<>());
        try {
            for (PortForward forward : forwards) {
                if (forward.localPort() != forward.remotePort()) {
                    relays.listen(forward);
                }
            }
            return relays;
        } catch (IOException e) {
            relays.close();
            throw e;
        }
    }

    private void listen(PortForward forward) throws IOException {
        var server = new ServerSocket();
        servers.add(server);
        server.bind(new InetSocketAddress(LOOPBACK, forward.localPort()));
        Thread.ofVirtual().start(() -> acceptAll(server, forward.remotePort()));
    }

    private static void acceptAll(ServerSocket server, int port) {
        while (!server.isClosed()) {
            try {
                Socket near = server.accept();
                Thread.ofVirtual().start(() -> connect(near, port));
            } catch (IOException e) {
                // Closed: the program that wanted the relay has ended.
                return;
            }
        }
    }

    private static void connect(Socket near, int port) {
        try (near;
                var far = new Socket(LOOPBACK, port)) {
            Thread back = Thread.ofVirtual().start(() -> pump(far, near));
            pump(near, far);
            back.join();
        } catch (IOException e) {
            // Nobody listens there; the other side sees a closed connection, as it would without a relay.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void pump(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException e) {
            // One side hung up in the middle: the other one learns it from the closed sockets.
            return;
        }
    }

    @Override
    public void close() throws IOException {
        for (ServerSocket server : servers) {
            server.close();
        }
    }
}
