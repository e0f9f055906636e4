package io.manta.cli.wire;

import io.manta.controller.loop.RayLink;
import io.manta.ray.DriverMessages;
import io.manta.ray.GcsRayCluster;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Reach;
import io.manta.spi.ray.RayCluster;
import io.manta.spi.ray.RayException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The Ray of a head that lives on this machine, found through the environment its commands get. One connection is kept until
 * the head changes.
 */
final class GcsRayLink implements RayLink {
    private final NodeProvider provider;
    private @Nullable MachineId connectedTo;
    private @Nullable String connectedAt;
    private @Nullable RayCluster cluster;

    GcsRayLink(NodeProvider provider) {
        this.provider = provider;
    }

    @Override
    public Address address(Machine head) {
        Map<String, String> environment = environment(head);
        String gcs = environment.get("MANTA_GCS_PORT");
        String dashboard = environment.get("MANTA_DASHBOARD_PORT");
        return new Address(
                gcs == null ? "" : "127.0.0.1:" + gcs, dashboard == null ? "" : "http://127.0.0.1:" + dashboard);
    }

    @Override
    public synchronized RayCluster connect(Machine head) throws RayException {
        String address = address(head).gcsAddress();
        RayCluster current = cluster;
        if (current != null && head.id().equals(connectedTo) && address.equals(connectedAt)) {
            return current;
        }
        close();
        RayCluster fresh = GcsRayCluster.connect(address, token(head));
        cluster = fresh;
        connectedTo = head.id();
        connectedAt = address;
        return fresh;
    }

    private Optional<String> token(Machine head) throws RayException {
        String file = environment(head).get("RAY_AUTH_TOKEN_PATH");
        if (file == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Files.readString(Path.of(file)).strip());
        } catch (IOException e) {
            throw new RayException(
                    Problem.error("RAY-AUTH", "cannot read the cluster's token: " + e.getMessage(), "", ""), e);
        }
    }

    @Override
    public void announce(Machine head, String message) {
        String temp = environment(head).get("MANTA_RAY_TEMP");
        if (temp != null) {
            new DriverMessages(Path.of(temp, "session_latest")).announce(message, DriverMessages.Severity.INFO);
        }
    }

    private Map<String, String> environment(Machine head) {
        try {
            return provider.reach(head) instanceof Reach.LocalProcess local ? local.environment() : Map.of();
        } catch (ProviderException e) {
            return Map.of();
        }
    }

    @Override
    public synchronized void close() {
        RayCluster current = cluster;
        cluster = null;
        if (current != null) {
            try {
                current.close();
            } catch (Exception e) {
                // A connection that cannot be closed is gone already.
            }
        }
    }
}
