package io.manta.testkit;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Where the providers under test live: a cloud, a directory, a cluster of hosts, or a fake of one. */
public interface ProviderWorld extends AutoCloseable {
    /** A valid configuration with a head type and at least one worker type; names are never used twice. */
    ClusterConfig config(String clusterName);

    /** Opens a provider for the cluster; opening again is what another process, or the next one, does. */
    NodeProvider open(ClusterConfig config) throws Exception;

    /** Leaves what a process leaves that dies in the middle of launching this node. */
    void dieLaunching(ClusterConfig config, NodeSpec node) throws Exception;

    /** Leaves what a process leaves that dies as soon as it has begun to terminate this machine. */
    void dieTerminating(ClusterConfig config, String machineId) throws Exception;

    /** A request of which only the first node can be had; absent where that cannot be arranged. */
    default Optional<LaunchRequest> requestThatFallsShort(ClusterConfig config) throws Exception {
        return Optional.empty();
    }

    /** Everything that exists for the cluster, machines or not; empty when it never was, or was cleaned up. */
    List<String> remains(ClusterConfig config) throws Exception;

    /** Between the providers that {@link #open} gives and their cloud; absent where there is no wire. */
    default Optional<FaultyWire> wire() {
        return Optional.empty();
    }

    /** Lets a little time pass; by default real time does. */
    default void pass() throws Exception {
        Thread.sleep(20);
    }

    /** How long anything may take to happen, in real time. */
    default Duration patience() {
        return Duration.ofSeconds(30);
    }

    /** Over how many seeds to make calls in random order; fewer where every call is slow. */
    default int seeds() {
        return 6;
    }

    @Override
    void close();
}
