package io.manta.core.plan;

import io.manta.core.model.NodeState;

/**
 * How many workers one round may end for reasons of its own: a wrong idea about the world must not take a whole fleet down
 * before anyone can look.
 */
final class TerminationBudget {
    private final int size;
    private int left;

    TerminationBudget(Snapshot snapshot) {
        long workers = snapshot.nodes().stream()
                .filter(n -> !n.isHead() && n.state() == NodeState.RUNNING)
                .count();
        size = (int) Math.max(1, Math.floor(snapshot.settings().maxTerminateShare() * workers));
        left = size;
    }

    boolean take() {
        if (left == 0) {
            return false;
        }
        left--;
        return true;
    }

    String why() {
        return "at most " + size + " of them may end in one round";
    }
}
