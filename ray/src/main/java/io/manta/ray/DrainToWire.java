package io.manta.ray;

import com.google.protobuf.ByteString;
import io.manta.ray.wire.DrainNodeReason;
import io.manta.ray.wire.DrainNodeRequest;
import io.manta.spi.ray.RayCluster.DrainReason;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;

/** Builds drain requests that Ray survives: always a reason, an id of the right length, no negative deadline. Pure. */
final class DrainToWire {
    private static final int ID_BYTES = 28;
    private static final Instant EARLIEST = Instant.ofEpochMilli(1);
    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    private DrainToWire() {}

    static DrainNodeRequest request(String rayId, DrainReason reason, String message, Optional<Instant> deadline) {
        return DrainNodeRequest.newBuilder()
                .setNodeId(id(rayId))
                .setReason(reason(reason))
                .setReasonMessage(message)
                .setDeadlineTimestampMs(deadline.map(DrainToWire::millis).orElse(0L))
                .build();
    }

    private static ByteString id(String rayId) {
        byte[] bytes = HexFormat.of().parseHex(rayId);
        if (bytes.length != ID_BYTES) {
            throw new IllegalArgumentException("a Ray node id has " + ID_BYTES + " bytes: " + rayId);
        }
        return ByteString.copyFrom(bytes);
    }

    private static DrainNodeReason reason(DrainReason reason) {
        return switch (reason) {
            case IDLE -> DrainNodeReason.DRAIN_NODE_REASON_IDLE_TERMINATION;
            case PREEMPTION -> DrainNodeReason.DRAIN_NODE_REASON_PREEMPTION;
        };
    }

    /** Zero means "no deadline" to Ray, so the earliest real one is 1; the latest is beyond any cluster's life. */
    private static long millis(Instant deadline) {
        if (deadline.isAfter(LATEST)) {
            return LATEST.toEpochMilli();
        }
        return deadline.isAfter(EARLIEST) ? deadline.toEpochMilli() : EARLIEST.toEpochMilli();
    }
}
