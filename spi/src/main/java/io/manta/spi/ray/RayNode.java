package io.manta.spi.ray;

import io.manta.spi.model.NodeId;
import io.manta.spi.model.Resources;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A node as Ray's GCS reports it.
 *
 * @param rayId Ray's 28-byte id in hex
 * @param instanceId what we passed in RAY_CLOUD_INSTANCE_ID: our {@link NodeId}
 * @param labels static labels and Ray's dynamic ones (placement-group markers) together
 * @param idle how long it has had nothing to do; zero when busy
 * @param activity why it is not idle, in Ray's words
 */
public record RayNode(
        String rayId,
        String instanceId,
        String typeName,
        RayStatus status,
        Resources total,
        Resources available,
        Map<String, String> labels,
        Duration idle,
        String address,
        List<String> activity) {

    /** Ray's own node states. */
    public enum RayStatus {
        RUNNING,
        IDLE,
        DRAINING,
        DEAD
    }

    public RayNode {
        labels = Map.copyOf(labels);
        activity = List.copyOf(activity);
    }

    public boolean isAlive() {
        return status != RayStatus.DEAD;
    }
}
