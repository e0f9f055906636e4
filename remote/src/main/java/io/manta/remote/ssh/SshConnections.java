package io.manta.remote.ssh;

import io.manta.spi.provider.Reach;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.RemoteException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * All SSH connections of one cluster, one per host. Runners for the same host share it. Connections outlive this object for
 * a while, so that the next command of the user finds them open.
 */
public final class SshConnections implements AutoCloseable {
    // sshd drops connections beyond ten that have not logged in yet; a jump host sees those of all hosts behind it.
    private static final int STARTS_THROUGH_GATEWAY = 8;
    private static final int STARTS = 48;

    private final SshSettings settings;
    private final Semaphore direct = new Semaphore(STARTS);
    private final Semaphore throughGateway = new Semaphore(STARTS_THROUGH_GATEWAY);
    private final Map<Reach.Ssh, SshConnection> connections = new ConcurrentHashMap<>();

    public SshConnections(SshSettings settings) {
        this.settings = settings;
    }

    public CommandRunner runner(Reach.Ssh reach) {
        return new SshCommandRunner(connections.computeIfAbsent(reach, this::connection));
    }

    /** A port on this machine's loopback that leads to one as the host sees it. */
    public static final class Forwarding implements AutoCloseable {
        private final SshConnection connection;
        private final String words;
        private final int localPort;

        private Forwarding(SshConnection connection, int localPort, String target) {
            this.connection = connection;
            this.localPort = localPort;
            this.words = "127.0.0.1:" + localPort + ":" + target;
        }

        public int localPort() {
            return localPort;
        }

        /** Whether the connection it goes over still stands. */
        public boolean isOpen() {
            return connection.isOpen();
        }

        @Override
        public void close() {
            connection.control("cancel", words);
        }
    }

    /** @param address and port as seen from the host */
    public Forwarding forward(Reach.Ssh reach, String address, int port) throws RemoteException, InterruptedException {
        SshConnection connection = connections.computeIfAbsent(reach, this::connection);
        connection.ensure();
        var forwarding = new Forwarding(connection, freePort(), address + ":" + port);
        if (!connection.control("forward", forwarding.words)) {
            throw SshFailure.read("Could not request local forwarding.", reach.address(), settings);
        }
        return forwarding;
    }

    private static int freePort() throws RemoteException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw SshFailure.missing("a local port", e);
        }
    }

    /** Ends the connections made or found by this object. */
    public void disconnect() {
        for (SshConnection connection : connections.values()) {
            connection.close();
        }
    }

    @Override
    public void close() {
        connections.clear();
    }

    private SshConnection connection(Reach.Ssh reach) {
        return new SshConnection(new SshArguments(settings, reach), hasGateway(reach) ? throughGateway : direct);
    }

    private static boolean hasGateway(Reach.Ssh reach) {
        return reach.proxyCommand().isPresent()
                || reach.options().stream()
                        .map(option -> option.toLowerCase(Locale.ROOT))
                        .anyMatch(option -> option.startsWith("proxyjump") || option.startsWith("proxycommand"));
    }
}
