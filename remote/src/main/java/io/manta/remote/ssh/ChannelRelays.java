package io.manta.remote.ssh;

import io.manta.remote.shell.ShellText;
import io.manta.spi.remote.PortForward;
import io.manta.spi.remote.RemoteException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Local ports that lead to ports over there: each connection is a bash on the other side that opens the port for it, so that
 * nothing but a shell is needed.
 */
public final class ChannelRelays implements AutoCloseable {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private final List<ServerSocket> servers = new ArrayList<>();
    private final ShellChannel channel;

    private ChannelRelays(ShellChannel channel) {
        this.channel = channel;
    }

    public static ChannelRelays open(List<PortForward> forwards, ShellChannel channel) throws IOException {
        var relays = new ChannelRelays(channel);
        try {
            for (PortForward forward : forwards) {
                relays.listen(forward.localPort(), "127.0.0.1", forward.remotePort());
            }
            return relays;
        } catch (IOException e) {
            relays.close();
            throw e;
        }
    }

    /** A port of the system's choice that leads to an address as the other side sees it. */
    public static ChannelRelays open(String host, int port, ShellChannel channel) throws IOException {
        var relays = new ChannelRelays(channel);
        relays.listen(0, host, port);
        return relays;
    }

    /** Of the first relay. */
    public int localPort() {
        return servers.getFirst().getLocalPort();
    }

    private void listen(int local, String host, int port) throws IOException {
        var server = new ServerSocket();
        servers.add(server);
        server.bind(new InetSocketAddress(LOOPBACK, local));
        // Ends when the far side does; when this side does, the far one has a while to finish what it was saying.
        String relay = "exec 2>/dev/null 4<&0 3<>/dev/tcp/" + host + "/" + port + " || exit 1; cat <&3 & out=$!; "
                + "{ cat <&4 >&3; sleep 20; kill $out; } >/dev/null & wait $out; kill $!";
        String script = "bash -c " + ShellText.quote(relay);
        Thread.ofVirtual().start(() -> serve(server, script));
    }

    private void serve(ServerSocket server, String script) {
        while (!server.isClosed()) {
            try {
                Socket near = server.accept();
                Thread.ofVirtual().start(() -> relay(near, script));
            } catch (IOException e) {
                // Closed: whoever wanted the port has ended.
                return;
            }
        }
    }

    private void relay(Socket near, String script) {
        try (near) {
            Process far = channel.start(script, true, Optional.empty());
            try (OutputStream in = far.getOutputStream();
                    InputStream out = far.getInputStream()) {
                Thread.ofVirtual().start(() -> pump(near, in));
                pass(out, near.getOutputStream());
            } finally {
                far.destroy();
            }
        } catch (IOException | RemoteException e) {
            // Nobody listens there, or the way is lost: the caller sees a closed connection.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void pump(Socket near, OutputStream in) {
        try (in) {
            pass(near.getInputStream(), in);
        } catch (IOException e) {
            // One side hung up.
            return;
        }
    }

    /** Piece by piece: an answer must not wait for a buffer to fill. */
    private static void pass(InputStream from, OutputStream to) throws IOException {
        var buffer = new byte[16 * 1024];
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            to.write(buffer, 0, read);
            to.flush();
        }
    }

    @Override
    public void close() throws IOException {
        for (ServerSocket server : servers) {
            server.close();
        }
    }
}
