package io.manta.cli.wire;

import io.manta.controller.loop.RayLink;
import io.manta.spi.model.Machine;
import io.manta.spi.ray.AutoscalerReport;
import io.manta.spi.ray.RayCluster;
import io.manta.spi.ray.RayException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A way to Ray that also tells it where the autoscaler's metrics are, so that Ray's service discovery lists them. Told again
 * now and then: a new head knows nothing.
 */
public final class AdvertisedRayLink implements RayLink {
    /** Where Ray's dashboard looks. */
    private static final String KEY = "AutoscalerMetricsAddress";

    private static final Duration AGAIN = Duration.ofMinutes(1);

    private final RayLink link;
    private final String address;
    private final Map<RayCluster, RayCluster> wrapped = new HashMap<>();

    public AdvertisedRayLink(RayLink link, String address) {
        this.link = link;
        this.address = address;
    }

    @Override
    public Address address(Machine head) {
        return link.address(head);
    }

    @Override
    public RayCluster connect(Machine head) throws RayException {
        RayCluster ray = link.connect(head);
        return wrapped.computeIfAbsent(ray, Advertised::new);
    }

    @Override
    public void announce(Machine head, String message) {
        link.announce(head, message);
    }

    @Override
    public void close() {
        link.close();
    }

    private final class Advertised implements RayCluster {
        private final RayCluster ray;
        private Instant told = Instant.MIN;

        Advertised(RayCluster ray) {
            this.ray = ray;
        }

        @Override
        public State state() throws RayException, InterruptedException {
            return ray.state();
        }

        @Override
        public DrainReply drain(String rayId, DrainReason reason, String message, Optional<Instant> deadline)
                throws RayException, InterruptedException {
            return ray.drain(rayId, reason, message, deadline);
        }

        @Override
        public void report(AutoscalerReport report) throws RayException, InterruptedException {
            ray.report(report);
            Instant now = Instant.now();
            if (told.equals(Instant.MIN) || told.plus(AGAIN).isBefore(now)) {
                told = now;
                ray.publish(KEY, address);
            }
        }

        @Override
        public void publish(String key, String value) throws RayException, InterruptedException {
            ray.publish(key, value);
        }

        @Override
        public void close() {
            ray.close();
        }
    }
}
