package io.manta.core.plan;

import io.manta.core.model.Node;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Offer;
import io.manta.spi.provider.Room;
import io.manta.spi.ray.Demand;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * All that planning may know.
 *
 * @param nodes every node not GONE, work in flight included
 * @param demand empty while Ray cannot be asked
 * @param history what was pending before, to tell new demand from what nodes were launched for
 * @param rayReachable whether {@code demand} and the nodes' Ray views are fresh; without it nothing is scaled down
 * @param offers per node type, in order of preference; a type without an entry has one plain offer
 * @param room what new nodes can be made out of, where all machines share something
 * @param cooldowns what may not be tried again before when, and why
 * @param underway what the loop itself has begun or was told
 * @param settings switches of the planner itself
 */
public record Snapshot(
        ClusterConfig config,
        Goal goal,
        List<Node> nodes,
        Demand demand,
        DemandHistory history,
        boolean rayReachable,
        Map<String, List<Offer>> offers,
        Room room,
        Cooldowns cooldowns,
        Underway underway,
        PlannerSettings settings,
        Instant now) {
    public Snapshot {
        nodes = List.copyOf(nodes);
        offers = Map.copyOf(offers);
    }

    /** With nothing under way and nothing known of what was pending before, where machines share nothing. */
    public Snapshot(
            ClusterConfig config,
            Goal goal,
            List<Node> nodes,
            Demand demand,
            boolean rayReachable,
            Map<String, List<Offer>> offers,
            Cooldowns cooldowns,
            PlannerSettings settings,
            Instant now) {
        this(
                config,
                goal,
                nodes,
                demand,
                DemandHistory.NONE,
                rayReachable,
                offers,
                Room.UNLIMITED,
                cooldowns,
                Underway.NOTHING,
                settings,
                now);
    }
}
