package io.manta.core.plan;

/** What the loop works towards, and so which part of the work is its own. */
public enum Goal {
    /** The daemon's: a head, the minimum number of workers, and whatever the demand asks for. */
    RUN,
    /** {@code up}: asks for a head and the minimum number of workers at once and sets up the head; the daemon does the rest. */
    BRING_UP,
    /** The daemon while {@code up} still works on the head: sets up the workers that exist, and nothing else. */
    ASSIST,
    /** The head only: workers go, even below their minimum. */
    HEAD_ONLY,
    /** The head and the minimum number of workers, demand ignored. */
    MINIMUM,
    /** Nothing. */
    DOWN;

    /** Whether whoever has this goal is beside Ray and asks it; others only see machines. */
    public boolean asksRay() {
        return this == RUN || this == ASSIST;
    }

    /** Whether it takes nodes away, so that one that is not listed any more counts as ended at once. */
    public boolean isDown() {
        return this == HEAD_ONLY || this == MINIMUM || this == DOWN;
    }
}
