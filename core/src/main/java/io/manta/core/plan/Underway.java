package io.manta.core.plan;

import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the loop has begun, was told or stumbled over, besides its nodes.
 *
 * @param onHead the loop runs on the head, so there is one, whatever a list says
 * @param listDoubted the list lacks a head that is known to be there, so nothing is launched on its word
 * @param launchesCost a machine that is tried in vain costs money
 * @param unanswered launches whose call failed without saying whether machines were made, or died with its process
 * @param endings nodes that the provider was asked to end
 * @param setUpDue nodes whose set-up has to run again, with the reason
 * @param hopeless nodes whose last set-up failed in a way that trying again cannot change
 * @param duplicates machines that share a node id with an older one
 */
public record Underway(
        boolean onHead,
        boolean listDoubted,
        boolean launchesCost,
        List<Request> unanswered,
        Map<NodeId, Asked> endings,
        Map<NodeId, String> setUpDue,
        Set<NodeId> hopeless,
        List<Machine> duplicates) {
    public static final Underway NOTHING =
            new Underway(false, false, true, List.of(), Map.of(), Map.of(), Set.of(), List.of());

    /** How often, and when for the last time. */
    public record Asked(int times, Instant last) {}

    /** Nodes that were asked for together. */
    public record Request(List<NodeId> nodes, String nodeType, Asked asked) {
        public Request {
            nodes = List.copyOf(nodes);
        }
    }

    public Underway {
        unanswered = List.copyOf(unanswered);
        endings = Map.copyOf(endings);
        setUpDue = Map.copyOf(setUpDue);
        hopeless = Set.copyOf(hopeless);
        duplicates = List.copyOf(duplicates);
    }
}
