package io.manta.core.book;

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
 * @param settingUp nodes whose set-up runs, with the step it is at
 * @param draining nodes that Ray has agreed to drain
 * @param terminating nodes that the provider has been asked to end
 */
public record Sighting(
        Optional<List<Machine>> machines,
        Optional<List<RayNode>> rayNodes,
        Set<NodeId> launching,
        Map<NodeId, String> settingUp,
        Set<NodeId> draining,
        Set<NodeId> terminating,
        Instant now) {
    public Sighting {
        launching = Set.copyOf(launching);
        settingUp = Map.copyOf(settingUp);
        draining = Set.copyOf(draining);
        terminating = Set.copyOf(terminating);
    }
}
