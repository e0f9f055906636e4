package io.manta.controller.loop;

import io.manta.core.plan.Underway.Asked;
import io.manta.core.setup.SetupProgress;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What is under way on other threads, and what has come of it since the last round. The only state shared with them. */
final class WorkBook {
    final Set<NodeId> launching = ConcurrentHashMap.newKeySet();
    final Map<NodeId, SetupProgress> settingUp = new ConcurrentHashMap<>();
    final Set<NodeId> draining = ConcurrentHashMap.newKeySet();
    /** Ray is being asked to drain them. */
    final Set<NodeId> askedToDrain = ConcurrentHashMap.newKeySet();

    final Set<NodeId> terminating = ConcurrentHashMap.newKeySet();
    final Map<NodeId, Asked> endings = new ConcurrentHashMap<>();
    /** Asked for since the last look, so that no list can have shown them. */
    final Set<NodeId> justAsked = ConcurrentHashMap.newKeySet();

    /** Asked for and surely not made; the loop's thread takes them off the book. */
    final Set<NodeId> abandoned = ConcurrentHashMap.newKeySet();

    /** Why the provider will not make the head, however often it is asked. */
    @Nullable
    Problem headRefused;

    private final Queue<Runnable> finished = new ConcurrentLinkedQueue<>();
    private final Semaphore news = new Semaphore(0);

    /** Hands a result to the loop's thread. */
    void finish(Runnable effect) {
        finished.add(effect);
        news.release();
    }

    /** The set-up of a node has come so far. */
    void at(NodeId node, SetupProgress progress) {
        settingUp.put(node, progress);
        news.release();
    }

    /** Returns when something has changed, or the time is over. */
    void await(Duration limit) throws InterruptedException {
        if (news.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS)) {
            news.drainPermits();
        }
    }

    /** Applies what has come in; called by the loop's thread. */
    void collect() {
        for (Runnable effect = finished.poll(); effect != null; effect = finished.poll()) {
            effect.run();
        }
    }

    boolean hasLaunched() {
        return launching.isEmpty() && finished.isEmpty();
    }

    boolean isQuiet() {
        return launching.isEmpty() && settingUp.isEmpty() && finished.isEmpty();
    }

    void forget(List<NodeId> gone) {
        gone.forEach(id -> {
            draining.remove(id);
            terminating.remove(id);
            endings.remove(id);
        });
    }
}
