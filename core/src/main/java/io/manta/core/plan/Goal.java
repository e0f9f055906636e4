package io.manta.core.plan;

/** What the loop works towards. */
public enum Goal {
    /** A head, the minimum of workers, and whatever the demand asks for. */
    RUN,
    /** The head only: workers go, even below their minimum. */
    HEAD_ONLY,
    /** The head and the minimum of workers, demand ignored. */
    MINIMUM,
    /** Nothing. */
    DOWN
}
