package io.manta.core.event;

/** Where events go. Appending never fails the caller: losing a line must not stop a cluster. */
@FunctionalInterface
public interface EventLog {
    void append(ClusterEvent event);
}
