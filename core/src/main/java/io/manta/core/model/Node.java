package io.manta.core.model;

import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.ray.RayNode;
import java.time.Instant;
import java.util.Optional;

/**
 * A node of ours: a machine, or the wish for one, with a role, a type and a state.
 *
 * @param machine absent while REQUESTED
 * @param since when it entered its state
 * @param ray what Ray says of it, once it has joined
 * @param launchHash what it was launched with; empty when unknown
 * @param failures how often its set-up has failed in a row
 * @param detail what it waits for, or why it failed, in words
 */
public record Node(
        NodeId id,
        NodeRole role,
        String type,
        NodeState state,
        Instant since,
        Optional<Machine> machine,
        Optional<RayNode> ray,
        String launchHash,
        int failures,
        String detail) {

    public boolean isHead() {
        return role == NodeRole.HEAD;
    }

    /** Whether the provider has announced to take the machine away. */
    public boolean isInterrupted() {
        return machine.flatMap(Machine::interruption).isPresent();
    }
}
