package io.manta.remote.template;

import io.manta.core.port.PortForward;
import io.manta.remote.shell.ShellText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Local ports that lead to ports over there: each connection is a bash on the other side that opens the port for it. */
final class TemplateRelays implements AutoCloseable {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private final List<ServerSocket> servers = new ArrayList<>();
    private final TemplateChannel channel;

    private TemplateRelays(TemplateChannel channel) {
        this.channel = channel;
    }

    static TemplateRelays open(List<PortForward> forwards, TemplateChannel channel) throws IOException {
        var relays = new TemplateRelays(channel);
        try {
            for (PortForward forward : forwards) {
                var server = new ServerSocket();
                relays.servers.add(server);
                server.bind(new InetSocketAddress(LOOPBACK, forward.localPort()));
                Thread.ofVirtual().start(() -> relays.serve(server, forward.remotePort()));
            }
            return relays;
        } catch (IOException e) {
            relays.close();
            throw e;
        }
    }

    private void serve(ServerSocket server, int port) {
        while (!server.isClosed()) {
            try {
                Socket near = server.accept();
                Thread.ofVirtual().start(() -> relay(near, port));
            } catch (IOException e) {
                // Closed: whoever wanted the port has ended.
                return;
            }
        }
    }

    private void relay(Socket near, int port) {
        String script = "exec 3<>/dev/tcp/127.0.0.1/" + port + " || exit 1; cat <&3 & cat >&3; wait";
        try (near) {
            Process far = new ProcessBuilder(channel.words("bash -c " + ShellText.quote(script)))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (OutputStream in = far.getOutputStream();
                    InputStream out = far.getInputStream()) {
                Thread.ofVirtual().start(() -> pump(near, in));
                pass(out, near.getOutputStream());
            } finally {
                far.destroy();
            }
        } catch (IOException e) {
            // Nobody listens there: the caller sees a closed connection.
            return;
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
