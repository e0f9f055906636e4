package io.manta.controller.loop;

import io.manta.core.event.EventLog;
import io.manta.core.plan.Planner;
import io.manta.spi.provider.NodeProvider;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.IntFunction;

/**
 * Everything a controller touches.
 *
 * @param work runs what takes time; the loop itself never waits for it
 * @param suffixes makes the random end of a node id, with so many characters
 * @param marks tags that every machine of the cluster carries; a daemon takes them over from its head
 */
public record Ports(
        NodeProvider provider,
        NodeSetup setup,
        RayLink ray,
        Planner planner,
        EventLog events,
        Clock clock,
        Executor work,
        IntFunction<String> suffixes,
        Map<String, String> marks) {
    public Ports(
            NodeProvider provider,
            NodeSetup setup,
            RayLink ray,
            Planner planner,
            EventLog events,
            Clock clock,
            Executor work,
            IntFunction<String> suffixes) {
        this(provider, setup, ray, planner, events, clock, work, suffixes, Map.of());
    }
}
