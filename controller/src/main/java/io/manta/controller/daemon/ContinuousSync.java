package io.manta.controller.daemon;

import io.manta.controller.setup.NodeRunners;
import io.manta.core.event.ClusterEvent;
import io.manta.core.event.EventLog;
import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.FileSettings;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.ProblemException;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * For {@code file_mounts_sync_continuously}: whenever the mounted files beside the daemon have changed, the workers that run
 * get them, all at once; Ray goes on running. A worker that could not be reached gets them with a later look.
 */
public final class ContinuousSync {
    private final NodeRunners runners;
    private final EventLog events;
    private final Clock clock;
    private final Map<NodeId, String> synced = new ConcurrentHashMap<>();
    private final AtomicBoolean busy = new AtomicBoolean();

    public ContinuousSync(NodeRunners runners, EventLog events, Clock clock) {
        this.runners = runners;
        this.events = events;
        this.clock = clock;
    }

    /** Called with every round of the loop; returns at once. */
    void look(ClusterConfig config, List<Node> nodes) {
        if (config.files().syncContinuously()
                && !config.files().mounts().isEmpty()
                && busy.compareAndSet(false, true)) {
            Thread.ofVirtual().start(() -> {
                try {
                    sync(config, nodes);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } finally {
                    busy.set(false);
                }
            });
        }
    }

    private void sync(ClusterConfig config, List<Node> nodes) throws InterruptedException {
        String now;
        try {
            now = MountedFiles.stamp(config.files());
        } catch (IOException e) {
            // Files come and go while they are looked at; the next round sees them whole.
            return;
        }
        Set<NodeId> before = Set.copyOf(synced.keySet());
        List<Node> stale = nodes.stream()
                .filter(node -> !node.isHead() && node.state() == NodeState.RUNNING)
                .filter(node -> !now.equals(synced.get(node.id())))
                .toList();
        var done = new AtomicInteger();
        var threads = stale.stream()
                .map(node -> Thread.ofVirtual().start(() -> {
                    if (copy(config.files(), node.machine().orElseThrow())) {
                        synced.put(node.id(), now);
                        done.incrementAndGet();
                    }
                }))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
        synced.keySet().retainAll(nodes.stream().map(Node::id).toList());
        boolean changed = stale.stream().anyMatch(node -> before.contains(node.id()));
        if (changed && done.get() > 0) {
            events.append(new ClusterEvent(
                    clock.instant(),
                    ClusterEvent.Type.FILES_SYNCED,
                    Optional.empty(),
                    Optional.empty(),
                    "mounted files have changed: copied to " + done.get() + " of " + stale.size() + " worker(s)",
                    Map.of()));
        }
    }

    private boolean copy(FileSettings files, Machine machine) {
        try (CommandRunner runner = runners.open(machine)) {
            for (var mount : files.mounts().entrySet()) {
                Path local = MountedFiles.path(mount.getValue());
                if (Files.exists(local)) {
                    var transfer = new FileTransfer(
                            local.toString(), mount.getKey(), files.rsyncExclude(), files.rsyncFilter());
                    runner.upload(Files.isDirectory(local) ? transfer.ofDirectory() : transfer, OutputSink.NOWHERE);
                }
            }
            return true;
        } catch (ProblemException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
