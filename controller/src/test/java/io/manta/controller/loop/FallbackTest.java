package io.manta.controller.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.controller.setup.SetupOutcome;
import io.manta.core.event.ClusterEvent;
import io.manta.core.plan.DefaultPlanner;
import io.manta.core.plan.Goal;
import io.manta.provider.simulated.SimulatedCloud;
import io.manta.provider.simulated.SimulatedNodeProvider;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Offer;
import io.manta.testkit.Configs;
import io.manta.testkit.FakeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What one offer cannot give is asked of the next in the same round. */
class FallbackTest {
    private final FakeClock clock = new FakeClock();
    private final SimulatedCloud cloud = new SimulatedCloud(clock, 1).times(Duration.ZERO, Duration.ZERO);
    private final List<ClusterEvent> events = new ArrayList<>();
    private final AtomicInteger suffix = new AtomicInteger();

    @Test
    void aZoneWithoutCapacityStopsNothing() throws Exception {
        cloud.capacity(zone("z1"), 1).capacity(zone("z2"), 0);
        controller().tick();
        assertThat(workersByZone()).containsExactlyInAnyOrderEntriesOf(Map.of("z1", 1L, "z3", 3L));
    }

    @Test
    void whereNobodyHasCapacityAllOffersAreSkippedAndTheReasonIsTold() throws Exception {
        cloud.capacity(zone("z1"), 0).capacity(zone("z2"), 0).capacity(zone("z3"), 0);
        Controller controller = controller();
        controller.tick();
        Controller.Tick second = controller.tick();
        assertThat(workersByZone()).isEmpty();
        assertThat(second.nodes())
                .as("nobody waits for what was surely not made")
                .allMatch(node -> node.isHead());
        assertThat(failedLaunches())
                .extracting(event -> event.details().get("next_offer"))
                .containsExactly(zone("z2").key(), zone("z3").key(), null);
        assertThat(second.plan().unmet()).anyMatch(unmet -> unmet.toString().contains("zone z3"));
    }

    private List<ClusterEvent> failedLaunches() {
        return events.stream()
                .filter(event -> event.type() == ClusterEvent.Type.LAUNCH_FAILED)
                .toList();
    }

    private Map<String, Long> workersByZone() {
        var count = new LinkedHashMap<String, Long>();
        cloud.everything().stream()
                .filter(machine -> machine.role() == NodeRole.WORKER)
                .forEach(machine -> count.merge(machine.offer().orElseThrow().zone(), 1L, Long::sum));
        return count;
    }

    private static Offer zone(String name) {
        return new Offer(Configs.WORKER, name, Offer.Market.ON_DEMAND, "", OptionalDouble.empty());
    }

    private Controller controller() {
        ClusterConfig config = config();
        var ports = new Ports(
                new SimulatedNodeProvider(config, cloud),
                (request, machine, position) -> new SetupOutcome.Done(Duration.ZERO, false),
                new NoRay(),
                new DefaultPlanner(),
                events::add,
                clock,
                Runnable::run,
                length -> String.valueOf(suffix.incrementAndGet()));
        return new Controller(config, Goal.BRING_UP, ports, new Memory());
    }

    private static ClusterConfig config() {
        ClusterConfig base = Configs.small("c", "simulated", Map.of());
        var types = new LinkedHashMap<>(base.nodeTypes());
        types.put(
                Configs.WORKER,
                base.nodeType(Configs.WORKER)
                        .withLimits(4, 10)
                        .withNodeConfig(Map.of("zones", List.of("z1", "z2", "z3"))));
        return base.withNodeTypes(types);
    }
}
