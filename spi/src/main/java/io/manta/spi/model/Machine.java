package io.manta.spi.model;

import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * One machine as its provider reports it.
 *
 * @param tags see {@link Tags}
 * @param internalAddress how other nodes reach it, once known
 * @param externalAddress how the user's machine reaches it, once known
 * @param interruption set when the provider has announced to take it away
 * @param trouble what keeps it from becoming ready, when the provider knows
 */
public record Machine(
        MachineId id,
        MachineState state,
        Map<String, String> tags,
        Optional<String> internalAddress,
        Optional<String> externalAddress,
        Instant launchedAt,
        Optional<Offer> offer,
        Optional<Instant> interruption,
        Optional<Problem> trouble) {

    /** What the provider says of a machine's life. */
    public enum MachineState {
        PENDING,
        RUNNING,
        STOPPING,
        STOPPED,
        TERMINATED
    }

    public Machine {
        tags = Map.copyOf(tags);
    }

    /** The node it carries; machines made by other tools go by their own id. */
    public NodeId nodeId() {
        String tag = tags.get(Tags.NODE_ID);
        return new NodeId(tag == null ? id.value() : tag);
    }

    public NodeRole role() {
        return NodeRole.HEAD.tag().equals(tags.get(Tags.ROLE)) ? NodeRole.HEAD : NodeRole.WORKER;
    }

    public String type() {
        return tags.getOrDefault(Tags.TYPE, "");
    }

    public NodeStatus status() {
        return NodeStatus.of(tags.getOrDefault(Tags.STATUS, "")).orElse(NodeStatus.UNINITIALIZED);
    }

    /** The head among them, when one lives. */
    public static Optional<Machine> head(Collection<Machine> machines) {
        return machines.stream()
                .filter(machine -> machine.isLive() && machine.role() == NodeRole.HEAD)
                .findFirst();
    }

    public boolean isLive() {
        return state == MachineState.PENDING || state == MachineState.RUNNING;
    }

    /** The same machine, later. */
    public Machine with(MachineState newState, Map<String, String> newTags) {
        return new Machine(
                id, newState, newTags, internalAddress, externalAddress, launchedAt, offer, interruption, trouble);
    }

    /** The same machine, once its end is announced. */
    public Machine withInterruption(Instant end) {
        return new Machine(
                id, state, tags, internalAddress, externalAddress, launchedAt, offer, Optional.of(end), trouble);
    }
}
