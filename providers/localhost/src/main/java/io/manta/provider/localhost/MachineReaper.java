package io.manta.provider.localhost;

import io.manta.provider.common.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends machines that are marked as terminating: asks their processes to go, insists, keeps the logs, removes the
 * directories. May be cut off anywhere and started again, also by two processes at once; the record goes last.
 */
final class MachineReaper {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration INSIST = Duration.ofSeconds(15);

    // Shared by all providers of a process: starting twice would be harmless, but costs.
    private static final Set<Path> AT_WORK = ConcurrentHashMap.newKeySet();
    private static final Map<Path, String> TROUBLE = new ConcurrentHashMap<>();

    private final ScratchSpace scratch;
    private final ClusterFiles files;
    private final Duration grace;

    /** @param grace between asking processes to end and ending them */
    MachineReaper(ScratchSpace scratch, ClusterFiles files, Duration grace) {
        this.scratch = scratch;
        this.files = files;
        this.grace = grace;
    }

    /** Begins, or finds that it has begun already; returns at once. */
    void begin(MachineDirectory machine) {
        if (AT_WORK.add(machine.path())) {
            Thread.ofVirtual().name("reaper-" + machine.id()).start(() -> {
                try {
                    reap(machine);
                    TROUBLE.remove(machine.path());
                } catch (IOException | RuntimeException e) {
                    TROUBLE.put(machine.path(), String.valueOf(e.getMessage()));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } finally {
                    AT_WORK.remove(machine.path());
                }
            });
        }
    }

    /** Why the last try did not bring a machine to its end; empty when it did, or goes on. */
    static String trouble(MachineDirectory machine) {
        return TROUBLE.getOrDefault(machine.path(), "");
    }

    /** Returns when nothing of the machine is left; also for one that was never completely made. */
    void reap(MachineDirectory machine) throws IOException, InterruptedException {
        endProcesses(machine);
        Path rayTemp = scratch.rayTemp(machine.path());
        new KeptLogs(files.keptLogs().resolve(machine.id())).keep(rayTemp, machine.home());
        // Without a home no command can start any more; one that started just before is found by the second look.
        Trees.delete(machine.home());
        endProcesses(machine);
        // A tag written in this very moment must not bring the record back.
        try (var _ = StateLock.acquire(files.lock())) {
            removeFiles(machine);
        }
    }

    private void removeFiles(MachineDirectory machine) throws IOException {
        Trees.delete(scratch.rayTemp(machine.path()));
        new PortBook(scratch.ports()).release(machine);
        Files.deleteIfExists(machine.recordFile());
        Trees.delete(machine.path());
    }

    private void endProcesses(MachineDirectory machine) throws IOException, InterruptedException {
        long start = System.nanoTime();
        boolean asked = false;
        Set<Long> left = LocalhostProcesses.of(machine.path());
        while (!left.isEmpty()) {
            Duration waited = Duration.ofNanos(System.nanoTime() - start);
            if (waited.compareTo(grace.plus(INSIST)) > 0) {
                throw new IOException("processes " + left + " do not end");
            }
            boolean insist = waited.compareTo(grace) >= 0;
            if (insist || !asked) {
                signal(left, insist);
                asked = true;
            }
            Thread.sleep(POLL);
            left = LocalhostProcesses.of(machine.path());
        }
    }

    private static void signal(Set<Long> pids, boolean insist) {
        for (long pid : pids) {
            // The handle remembers when the process began and so never signals a successor with the same number.
            ProcessHandle.of(pid).ifPresent(process -> {
                if (insist) {
                    process.destroyForcibly();
                } else {
                    process.destroy();
                }
            });
        }
    }
}
