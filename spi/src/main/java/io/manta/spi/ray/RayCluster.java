package io.manta.spi.ray;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Ray's own view of its cluster, and what it can be asked. */
public interface RayCluster extends AutoCloseable {
    /**
     * @param nodes every node Ray remembers, dead ones included
     * @param sessionName Ray's name for this life of the head
     */
    record State(List<RayNode> nodes, Demand demand, String sessionName) {
        public State {
            nodes = List.copyOf(nodes);
        }
    }

    /** Why a node is drained; Ray refuses an idle one that has become busy. */
    enum DrainReason {
        IDLE,
        PREEMPTION
    }

    /** Ray's answer; accepted does not prove that the node existed. */
    record DrainReply(boolean accepted, String message) {}

    State state() throws RayException, InterruptedException;

    DrainReply drain(String rayId, DrainReason reason, String message, Optional<Instant> deadline)
            throws RayException, InterruptedException;

    /** Makes {@code ray status} and Ray's dashboard show what we are doing. */
    void report(AutoscalerReport report) throws RayException, InterruptedException;

    /** Puts a value where Ray's own parts look for it, such as where metrics are served. */
    default void publish(String key, String value) throws RayException, InterruptedException {}

    @Override
    default void close() {}
}
