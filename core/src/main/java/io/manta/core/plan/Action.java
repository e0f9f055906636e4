package io.manta.core.plan;

import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Offer;
import java.time.Instant;
import java.util.List;

/** One thing to do, with the reason in words. */
public sealed interface Action {
    String reason();

    /**
     * Ask the provider for {@code count} new machines.
     *
     * @param offers best first, at least one: where the first has no capacity, the next is asked for what is missing
     */
    record Launch(NodeRole role, String nodeType, List<Offer> offers, int count, LaunchCause cause, String reason)
            implements Action {
        public Launch {
            offers = List.copyOf(offers);
        }

        public Offer offer() {
            return offers.getFirst();
        }
    }

    /** Ask again, under the same ids, for machines of which nobody knows whether they were made. */
    record AskAgain(List<NodeId> nodes, String nodeType, String reason) implements Action {
        public AskAgain {
            nodes = List.copyOf(nodes);
        }
    }

    /** Run the set-up steps on a machine that is there, the first time or again. */
    record SetUp(NodeId node, String reason) implements Action {}

    /** Ask Ray to give the node no more work; Ray may refuse when it is busy. */
    record Drain(NodeId node, EndCause cause, Instant deadline, String reason) implements Action {}

    /** Ask the provider to end the machine. */
    record Terminate(NodeId node, EndCause cause, String reason) implements Action {}

    /** Ask the provider to end a machine that is nobody's node. */
    record EndMachine(Machine machine, EndCause cause, String reason) implements Action {}

    /** Launch no more nodes of a type for a while. */
    record Pause(String nodeType, Instant until, String reason) implements Action {}

    /** Why a node is wanted. */
    enum LaunchCause {
        HEAD,
        MIN_WORKERS,
        DEMAND,
        REQUEST_RESOURCES,
        REPLACEMENT,
        CONSOLIDATION
    }

    /** Why a node ends. */
    enum EndCause {
        IDLE,
        OUTDATED,
        MAX_NUM_NODES,
        MAX_NUM_NODE_PER_TYPE,
        UNKNOWN_TYPE,
        SETUP_FAILED,
        LOST,
        ASKED_AGAIN,
        DUPLICATE,
        SECOND_HEAD,
        INTERRUPTED,
        CONSOLIDATION,
        DRAINED,
        DOWN
    }
}
