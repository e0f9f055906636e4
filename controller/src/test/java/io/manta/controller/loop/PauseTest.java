package io.manta.controller.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.controller.setup.SetupOutcome;
import io.manta.core.plan.DefaultPlanner;
import io.manta.core.plan.Goal;
import io.manta.provider.simulated.SimulatedCloud;
import io.manta.provider.simulated.SimulatedNodeProvider;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.ProviderException;
import io.manta.testkit.Configs;
import io.manta.testkit.FakeClock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A type whose set-up keeps failing: who pays for another machine of it, and who does not. */
class PauseTest {
    private final FakeClock clock = new FakeClock();
    private final SimulatedCloud cloud = new SimulatedCloud(clock, 1).times(Duration.ZERO, Duration.ZERO);
    private final AtomicInteger suffix = new AtomicInteger();
    private final ClusterConfig config = config();

    @Test
    void noMachineIsBoughtForATypeWhosePauseBegins() throws Exception {
        assertThat(workersTried(new CrashingProvider(new SimulatedNodeProvider(config, cloud), new Random(1))))
                .hasSize(1);
    }

    @Test
    void aSpareHostThatCostsNothingIsTriedAtOnce() throws Exception {
        assertThat(workersTried(new SimulatedNodeProvider(config, cloud))).hasSize(2);
    }

    private Set<String> workersTried(NodeProvider provider) throws InterruptedException {
        var tried = new TreeSet<String>();
        var ports = new Ports(
                provider,
                (request, machine, position) -> outcome(provider, machine),
                new NoRay(),
                new DefaultPlanner(),
                event -> {},
                clock,
                Runnable::run,
                length -> String.valueOf(suffix.incrementAndGet()));
        var controller = new Controller(config, Goal.RUN, ports, new Memory());
        for (int round = 0; round < 120; round++) {
            controller.tick();
            clock.advance(Duration.ofSeconds(1));
            cloud.everything().stream()
                    .filter(machine -> machine.role() == NodeRole.WORKER)
                    .forEach(machine -> tried.add(machine.nodeId().value()));
        }
        return tried;
    }

    private static SetupOutcome outcome(NodeProvider provider, Machine machine) throws InterruptedException {
        boolean works = machine.role() == NodeRole.HEAD;
        NodeStatus status = works ? NodeStatus.UP_TO_DATE : NodeStatus.UPDATE_FAILED;
        try {
            provider.tag(Map.of(machine.id(), Map.of(Tags.STATUS, status.tag())));
        } catch (ProviderException e) {
            throw new IllegalStateException(e);
        }
        return works
                ? new SetupOutcome.Done(Duration.ZERO, true)
                : new SetupOutcome.Failed(
                        "[6/7] Running setup commands",
                        "false",
                        1,
                        List.of(),
                        Optional.empty(),
                        Problem.error("SETUP-COMMAND", "it failed", "", ""),
                        false);
    }

    private static ClusterConfig config() {
        ClusterConfig base = Configs.small("c", "simulated", Map.of());
        var types = new LinkedHashMap<>(base.nodeTypes());
        types.put(Configs.WORKER, base.nodeType(Configs.WORKER).withLimits(1, 10));
        return base.withNodeTypes(types);
    }
}
