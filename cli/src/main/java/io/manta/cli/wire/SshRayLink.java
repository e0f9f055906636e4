package io.manta.cli.wire;

import io.manta.controller.loop.RayLink;
import io.manta.core.model.ClusterConfig;
import io.manta.core.model.Machine;
import io.manta.core.model.Problem;
import io.manta.core.port.NodeProvider;
import io.manta.core.port.ProviderException;
import io.manta.core.port.RayCluster;
import io.manta.core.port.RayException;
import io.manta.core.port.Reach;
import io.manta.core.port.RemoteException;
import io.manta.ray.DriverMessages;
import io.manta.ray.GcsRayCluster;
import io.manta.remote.ssh.SshConnections;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The Ray of a head that is reached over SSH: directly from the head itself, through a forwarded port from elsewhere. */
final class SshRayLink implements RayLink {
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
    private SshConnections.@Nullable Forwarding forwarding;

    SshRayLink(NodeProvider provider, ClusterConfig config, SshConnections connections, boolean onHead) {
        this.provider = provider;
        this.config = config;
        this.connections = connections;
        this.onHead = onHead;
    }

    @Override
    public Address address(Machine head) {
        String host = head.internalAddress().orElse("127.0.0.1");
        return new Address(
                host + ":" + option(PORT, RAYS_PORT), "http://" + host + ":" + option(DASHBOARD, DASHBOARDS_PORT));
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
            if (!(provider.reach(head) instanceof Reach.Ssh reach)) {
                throw new IllegalStateException("not reached over SSH: " + head.id());
            }
            String[] gcs = address(head).gcsAddress().split(":", 2);
            SshConnections.Forwarding opened = connections.forward(reach, gcs[0], Integer.parseInt(gcs[1]));
            forwarding = opened;
            return "127.0.0.1:" + opened.localPort();
        } catch (ProviderException | RemoteException e) {
            throw new RayException(e.problem(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RayException(Problem.error("RAY-UNREACHABLE", "interrupted", "", ""), e);
        }
    }

    @Override
    public void announce(Machine head, String message) {
        if (onHead) {
            new DriverMessages(Path.of("/tmp/ray/session_latest")).announce(message, DriverMessages.Severity.INFO);
        }
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
        SshConnections.Forwarding way = forwarding;
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
