package io.manta.provider.external;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.controller.loop.Controller;
import io.manta.controller.loop.Memory;
import io.manta.controller.loop.Ports;
import io.manta.controller.loop.RayLink;
import io.manta.controller.setup.SetupOutcome;
import io.manta.core.event.ClusterEvent;
import io.manta.core.plan.DefaultPlanner;
import io.manta.core.plan.Goal;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Resources;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.ray.RayCluster;
import io.manta.testkit.Configs;
import io.manta.testkit.FakeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The real loop on a provider that misbehaves: each round ends, the problem is an event with its code, and it recovers. */
final class LoopGoesOnTest {
    private final ClusterConfig config = Configs.small("c", "external", Map.of())
            .withNodeTypes(Map.of(
                    Configs.HEAD, NodeType.of(Configs.HEAD, Resources.of("CPU", 0), 0, 0),
                    Configs.WORKER, NodeType.of(Configs.WORKER, Resources.of("CPU", 1), 2, 10)));
    private final FakeProvider inner = new FakeProvider();
    private final FakeClock clock = new FakeClock();
    private final List<ClusterEvent> events = Collections.synchronizedList(new ArrayList<>());
    private final Map<MachineId, Machine> made = Collections.synchronizedMap(new LinkedHashMap<>());
    private int suffix;

    @Test
    void aProviderThatThrows() throws Exception {
        inner.listing = () -> {
            throw new IllegalStateException("no shelf");
        };
        assertRecovers("EXTERNAL-THREW");
    }

    @Test
    void aProviderThatHangs() throws Exception {
        inner.listing = () -> {
            new CountDownLatch(1).await();
            return List.of();
        };
        assertRecovers("EXTERNAL-TIMEOUT");
    }

    @Test
    void aProviderThatListsOneIdForTwoNodes() throws Exception {
        inner.listing = () -> List.of(FakeProvider.machine("m", "n-1"), FakeProvider.machine("m", "n-2"));
        assertRecovers("EXTERNAL-SAME-ID");
    }

    @Test
    void aProviderThatThrowsWhenItShouldLaunch() throws Exception {
        inner.launching = _ -> {
            throw new IllegalStateException("dropped it");
        };
        assertRecovers("EXTERNAL-THREW");
    }

    @Test
    void aProviderThatForgetsANode() throws Exception {
        behave();
        Controller controller = controller();
        rounds(controller, 5);
        assertThat(made).hasSize(3);

        made.remove(made.keySet().iterator().next());
        rounds(controller, 50);

        assertThat(made).as("replaced after a while").hasSize(3);
        assertThat(events).anyMatch(event -> event.type() == ClusterEvent.Type.NODE_GONE);
    }

    private void assertRecovers(String code) throws Exception {
        Controller controller = controller();
        rounds(controller, 3);
        assertThat(events)
                .as("an event with the code")
                .anyMatch(event -> code.equals(event.details().get("code")));

        behave();
        rounds(controller, 50);

        assertThat(made).as("head and two workers, once the provider behaves").hasSize(3);
    }

    private void behave() {
        inner.launching = request -> {
            var machines = new ArrayList<Machine>();
            request.nodes().forEach(node -> {
                Machine plain = FakeProvider.machine("m-" + node.id(), node.id().value());
                machines.add(new Machine(
                        plain.id(),
                        plain.state(),
                        node.tags(),
                        plain.internalAddress(),
                        plain.externalAddress(),
                        clock.instant(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
            });
            machines.forEach(machine -> made.put(machine.id(), machine));
            return new LaunchResult(machines, Optional.empty());
        };
        inner.listing = () -> List.copyOf(made.values());
    }

    private Controller controller() throws ProviderException {
        var guarded = new GuardedNodeProvider(inner, "shop", Duration.ofMillis(100));
        var ports = new Ports(
                guarded,
                (_, _, _) -> new SetupOutcome.Done(Duration.ZERO, true),
                new NoRay(),
                new DefaultPlanner(),
                events::add,
                clock,
                Runnable::run,
                _ -> "s" + suffix++);
        return new Controller(config, Goal.BRING_UP, ports, new Memory());
    }

    private void rounds(Controller controller, int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            controller.tick();
            clock.advance(Duration.ofSeconds(2));
        }
    }

    /** This loop does not ask Ray. */
    private static final class NoRay implements RayLink {
        @Override
        public Address address(Machine head) {
            return new Address("", "");
        }

        @Override
        public RayCluster connect(Machine head) {
            throw new IllegalStateException("not asked for");
        }

        @Override
        public void announce(Machine head, String message) {}
    }
}
