package io.manta.core.book;

import io.manta.core.setup.SetupProgress;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeId;
import io.manta.spi.ray.RayNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What one round saw, and what is under way.
 *
 * @param machines the provider's list; empty when it could not be asked, which is not an empty list
 * @param rayNodes Ray's list; empty when Ray could not be asked
 * @param launching nodes whose launch call has not returned
 * @param settingUp nodes whose set-up runs, and how far it has come
 * @param draining nodes that Ray has agreed to drain
 * @param terminating nodes that the provider has been asked to end
 * @param exact the list is never behind, as that of one's own hosts
 * @param endsWhenUnlisted a node that was asked to end has ended as soon as it is not listed; otherwise only if it was seen to
 *     stop, or stays away for long
 */
public record Sighting(
        Optional<List<Machine>> machines,
        Optional<List<RayNode>> rayNodes,
        Set<NodeId> launching,
        Map<NodeId, SetupProgress> settingUp,
        Set<NodeId> draining,
        Set<NodeId> terminating,
        boolean exact,
        boolean endsWhenUnlisted,
        Instant now) {
    public Sighting {
        launching = Set.copyOf(launching);
        settingUp = Map.copyOf(settingUp);
        draining = Set.copyOf(draining);
        terminating = Set.copyOf(terminating);
    }

    /** With an exact list. */
    public Sighting(
            Optional<List<Machine>> machines,
            Optional<List<RayNode>> rayNodes,
            Set<NodeId> launching,
            Map<NodeId, SetupProgress> settingUp,
            Set<NodeId> draining,
            Set<NodeId> terminating,
            Instant now) {
        this(machines, rayNodes, launching, settingUp, draining, terminating, true, true, now);
    }
}
