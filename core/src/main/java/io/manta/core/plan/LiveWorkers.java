package io.manta.core.plan;

import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How many workers count against the limits: every one that is not proven to have ended. Those whose end has begun, as far as
 * the provider says, or begins in this round make room for their replacement, but never more of them than one round may
 * replace: a provider that ends nothing, whatever it answers, must not fill the account.
 */
final class LiveWorkers {
    final Map<String, Integer> byType = new HashMap<>();
    int all;

    LiveWorkers(Snapshot snapshot, Set<NodeId> endingNow) {
        var leaving = new TreeMap<NodeId, Node>();
        for (Node node : snapshot.nodes()) {
            if (node.isHead() || node.state() == NodeState.GONE) {
                continue;
            }
            if (endingNow.contains(node.id()) || isLeaving(node)) {
                leaving.put(node.id(), node);
            } else {
                count(node);
            }
        }
        leaving.values().stream().skip(replaceable(snapshot)).forEach(this::count);
    }

    private void count(Node node) {
        all++;
        byType.merge(node.type(), 1, Integer::sum);
    }

    /** How many workers there may be beyond the limit because their end has only begun. */
    static int replaceable(Snapshot snapshot) {
        return (int) Math.max(
                1, snapshot.settings().maxTerminateShare() * snapshot.config().maxWorkers());
    }

    private static boolean isLeaving(Node node) {
        return node.state() == NodeState.TERMINATING
                && node.machine().filter(Machine::isLive).isEmpty();
    }
}
