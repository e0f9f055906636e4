package io.manta.core.model;

import java.util.EnumSet;
import java.util.Set;

/** Where a node is in its life. The table in {@link #next()} is the only one. */
public enum NodeState {
    /** Decided and recorded; the provider has not confirmed a machine yet. */
    REQUESTED,
    /** The machine exists and is not reachable yet, or nobody has begun to set it up. */
    BOOTING,
    /** Set-up steps are running, or done while Ray has not seen the node yet. */
    SETTING_UP,
    /** Ray reports it alive. */
    RUNNING,
    /** Ray gives it no new work; it ends when it is empty or its deadline has passed. */
    DRAINING,
    /** Set-up failed or Ray lost it; it waits for another try or for its end. */
    FAILED,
    /** The provider was asked to end it. */
    TERMINATING,
    /** The provider no longer has it. Terminal. */
    GONE;

    /** States that may follow this one. */
    public Set<NodeState> next() {
        return switch (this) {
            case REQUESTED -> EnumSet.of(BOOTING, SETTING_UP, FAILED, TERMINATING, GONE);
            case BOOTING -> EnumSet.of(SETTING_UP, RUNNING, FAILED, TERMINATING, GONE);
            case SETTING_UP -> EnumSet.of(RUNNING, FAILED, TERMINATING, GONE);
            case RUNNING -> EnumSet.of(SETTING_UP, DRAINING, FAILED, TERMINATING, GONE);
            case DRAINING -> EnumSet.of(RUNNING, FAILED, TERMINATING, GONE);
            case FAILED -> EnumSet.of(SETTING_UP, RUNNING, TERMINATING, GONE);
            case TERMINATING -> EnumSet.of(GONE);
            case GONE -> EnumSet.noneOf(NodeState.class);
        };
    }

    /** Whether the node has, or is about to have, capacity to give. */
    public boolean isComing() {
        return this == REQUESTED || this == BOOTING || this == SETTING_UP;
    }

    /** Whether it still counts against limits. */
    public boolean isAlive() {
        return this != TERMINATING && this != GONE;
    }
}
