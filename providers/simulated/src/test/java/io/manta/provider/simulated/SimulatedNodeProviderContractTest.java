package io.manta.provider.simulated;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.MachineId;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeSpec;
import io.manta.testkit.Configs;
import io.manta.testkit.FakeClock;
import io.manta.testkit.NodeProviderContract;
import io.manta.testkit.ProviderWorld;
import io.manta.testkit.Specs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

class SimulatedNodeProviderContractTest extends NodeProviderContract {
    @Override
    protected ProviderWorld newWorld() {
        return new SimulatedWorld();
    }

    private static final class SimulatedWorld implements ProviderWorld {
        private final FakeClock clock = new FakeClock();
        private final SimulatedCloud cloud = new SimulatedCloud(clock, 1);

        @Override
        public ClusterConfig config(String clusterName) {
            return Configs.small(clusterName, "simulated", Map.of());
        }

        @Override
        public NodeProvider open(ClusterConfig config) {
            return new SimulatedNodeProvider(config, cloud);
        }

        /** The cloud did its work, the caller never heard of it. */
        @Override
        public void dieLaunching(ClusterConfig config, NodeSpec node) throws Exception {
            open(config).launch(Specs.request(node));
        }

        @Override
        public void dieTerminating(ClusterConfig config, String machineId) throws Exception {
            open(config).terminate(Set.of(new MachineId(machineId)));
        }

        @Override
        public Optional<LaunchRequest> requestThatFallsShort(ClusterConfig config) {
            LaunchRequest request = Specs.workers(config, "n-1", "n-2", "n-3");
            cloud.capacity(request.offer(), 1);
            return Optional.of(request);
        }

        @Override
        public List<String> remains(ClusterConfig config) {
            return cloud.everything().stream()
                    .filter(machine -> machine.tags().containsValue(config.name()))
                    .map(machine -> machine.id().value())
                    .toList();
        }

        @Override
        public void pass() {
            clock.advance(Duration.ofSeconds(1));
        }

        @Override
        public void close() {}
    }
}
