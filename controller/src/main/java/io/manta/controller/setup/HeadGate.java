package io.manta.controller.setup;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Holds back workers' {@code ray start} until the head's Ray answers; everything before it runs without waiting. */
public final class HeadGate {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean open;

    public void set(boolean headAnswers) {
        lock.lock();
        try {
            open = headAnswers;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether the gate opened within the limit. */
    public boolean await(Duration limit) throws InterruptedException {
        lock.lock();
        try {
            long left = limit.toNanos();
            while (!open) {
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
