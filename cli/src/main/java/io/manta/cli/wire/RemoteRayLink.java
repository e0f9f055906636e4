package io.manta.cli.wire;

import io.manta.controller.loop.RayLink;
import io.manta.ray.DriverMessages;
import io.manta.ray.GcsRayCluster;
import io.manta.remote.link.LinkCommandRunner;
import io.manta.remote.ssh.ChannelRelays;
import io.manta.remote.ssh.SshConnections;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Reach;
import io.manta.spi.ray.RayCluster;
import io.manta.spi.ray.RayException;
import io.manta.spi.remote.RemoteException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The Ray of a head that is another machine: directly from the head itself, through a forwarded port from elsewhere. */
final class RemoteRayLink implements RayLink {
    private static final Pattern PORT =
            Pattern.compile("ray start\\b.*--head\\b.*?--port[= ](\\d+)|ray start\\b.*--port[= ](\\d+).*--head\\b");
    private static final Pattern DASHBOARD = Pattern.compile("--dashboard-port[= ](\\d+)");
    private static final String RAYS_PORT = "6379";
    private static final String DASHBOARDS_PORT = "8265";

    private final NodeProvider provider;
    private final ClusterConfig config;
    private final SshConnections connections;
    private final boolean onHead;
    private String connectedTo = "";
    private @Nullable RayCluster cluster;
    private @Nullable Way forwarding;

    /** A local port that leads to the head. */
    private interface Way {
        int localPort();

        boolean isOpen();

        void close();
    }

    RemoteRayLink(NodeProvider provider, ClusterConfig config, SshConnections connections, boolean onHead) {
        this.provider = provider;
        this.config = config;
        this.connections = connections;
        this.onHead = onHead;
    }

    @Override
    public Address address(Machine head) {
        String host = head.internalAddress().orElse("127.0.0.1");
        return new Address(
                host + ":" + option(PORT, RAYS_PORT),
                hasDashboard() ? "http://" + host + ":" + option(DASHBOARD, DASHBOARDS_PORT) : "");
    }

    @Override
    public synchronized RayCluster connect(Machine head) throws RayException {
        RayCluster current = cluster;
        boolean way = onHead || (forwarding != null && forwarding.isOpen());
        if (current != null && way && head.id().value().equals(connectedTo)) {
            return current;
        }
        close();
        RayCluster fresh =
                GcsRayCluster.connect(onHead ? address(head).gcsAddress() : forwarded(head), Optional.empty());
        cluster = fresh;
        connectedTo = head.id().value();
        return fresh;
    }

    private String forwarded(Machine head) throws RayException {
        try {
            String[] gcs = address(head).gcsAddress().split(":", 2);
            Way opened = way(provider.reach(head), gcs[0], Integer.parseInt(gcs[1]));
            forwarding = opened;
            return "127.0.0.1:" + opened.localPort();
        } catch (ProviderException | RemoteException e) {
            throw new RayException(e.problem(), e);
        } catch (IOException e) {
            throw new RayException(
                    Problem.error("RAY-UNREACHABLE", "no local port for Ray's GCS: " + e.getMessage(), "", ""), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RayException(Problem.error("RAY-UNREACHABLE", "interrupted", "", ""), e);
        }
    }

    private Way way(Reach reach, String host, int port) throws RemoteException, IOException, InterruptedException {
        if (reach instanceof Reach.Ssh ssh) {
            return new OverSsh(connections.forward(ssh, host, port));
        }
        if (reach instanceof Reach.Linked linked) {
            return new OverLink(ChannelRelays.open(host, port, LinkCommandRunner.channel(linked.link())));
        }
        throw new IllegalStateException("no port can be forwarded by " + reach);
    }

    private record OverSsh(SshConnections.Forwarding forwarding) implements Way {
        @Override
        public int localPort() {
            return forwarding.localPort();
        }

        @Override
        public boolean isOpen() {
            return forwarding.isOpen();
        }

        @Override
        public void close() {
            forwarding.close();
        }
    }

    /** Each connection is made anew, so that it is always open. */
    private record OverLink(ChannelRelays relays) implements Way {
        @Override
        public int localPort() {
            return relays.localPort();
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {
            try {
                relays.close();
            } catch (IOException e) {
                // A port that cannot be closed is closed already.
                return;
            }
        }
    }

    @Override
    public void announce(Machine head, String message) {
        if (onHead) {
            new DriverMessages(Path.of("/tmp/ray/session_latest")).announce(message, DriverMessages.Severity.INFO);
        }
    }

    private boolean hasDashboard() {
        for (String command : config.commands().headStart()) {
            if (command.contains("--include-dashboard=false") || command.contains("--include-dashboard false")) {
                return false;
            }
        }
        return true;
    }

    private String option(Pattern pattern, String otherwise) {
        for (String command : config.commands().headStart()) {
            Matcher found = pattern.matcher(command);
            if (command.contains("--head") && found.find()) {
                String first = found.group(1);
                return first != null ? first : found.group(2);
            }
        }
        return otherwise;
    }

    @Override
    public synchronized void close() {
        RayCluster current = cluster;
        Way way = forwarding;
        cluster = null;
        forwarding = null;
        try {
            if (current != null) {
                current.close();
            }
        } catch (Exception e) {
            // A connection that cannot be closed is gone already.
        } finally {
            if (way != null) {
                way.close();
            }
        }
    }
}
