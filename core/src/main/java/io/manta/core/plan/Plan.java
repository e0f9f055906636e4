package io.manta.core.plan;

import io.manta.spi.model.NodeId;
import io.manta.spi.ray.Demand;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What to do now and what cannot be done.
 *
 * @param actions in the order in which they should be started
 * @param unmet demand that no node serves or will serve, each with its reason
 * @param kept why each live node stays, for those with something to say (pinned by minimum, busy, not idle long enough …)
 * @param notable those of {@code kept} that are worth an event: something would have ended the node
 */
public record Plan(List<Action> actions, List<Unmet> unmet, Map<NodeId, String> kept, Set<NodeId> notable) {
    public static final Plan NOTHING = new Plan(List.of(), List.of(), Map.of());

    public Plan(List<Action> actions, List<Unmet> unmet, Map<NodeId, String> kept) {
        this(actions, unmet, kept, Set.of());
    }

    /** What an unserved entry is: one of a list of the demand, or a node the configuration itself asks for. */
    public enum UnmetKind {
        REQUEST,
        GANG,
        FLOOR,
        /** The head, or workers up to their minimum. */
        MINIMUM
    }

    /**
     * Demand left over.
     *
     * @param index position in its list of the {@link Demand}; -1 for {@link UnmetKind#MINIMUM}
     * @param count how many of an equal request; 1 for gangs
     * @param what the demand in words, such as {@code 3 x {CPU: 4}}
     * @param reason why, such as {@code needs 8 GPU; the largest type has 4}
     * @param permanent whether no amount of waiting helps under this configuration
     */
    public record Unmet(UnmetKind kind, int index, long count, String what, String reason, boolean permanent) {}

    public Plan {
        actions = List.copyOf(actions);
        unmet = List.copyOf(unmet);
        kept = Map.copyOf(kept);
        notable = Set.copyOf(notable);
    }
}
