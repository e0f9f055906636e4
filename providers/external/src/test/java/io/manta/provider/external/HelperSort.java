package io.manta.provider.external;

import io.manta.provider.external.protocol.HelperRequests;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.provider.NodeSpec;
import io.manta.testkit.Specs;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** A provider that is a process: it dies when that is killed, each time a little later. */
abstract class HelperSort implements ExternalWorld.Sort {
    private static final AtomicLong LATER = new AtomicLong();

    abstract List<String> command(Path directory) throws Exception;

    Map<String, String> environment() {
        return Map.of();
    }

    @Override
    public void dieLaunching(ExternalWorld world, ClusterConfig config, NodeSpec node) throws Exception {
        for (int i = 0; i < 3; i++) {
            die(world, config, "launch", HelperRequests.launch(Specs.request(node)));
        }
    }

    @Override
    public void dieTerminating(ExternalWorld world, ClusterConfig config, String machineId) throws Exception {
        // The first to look after a death has to find a termination that had begun.
        DyingHelper.ask(
                world,
                config,
                command(world.directory),
                environment(),
                "terminate",
                Map.of("machines", List.of(machineId)),
                400);
    }

    private void die(ExternalWorld world, ClusterConfig config, String method, Map<String, Object> params)
            throws Exception {
        long millis = 7 * (LATER.getAndIncrement() % 6);
        DyingHelper.ask(world, config, command(world.directory), environment(), method, params, millis);
    }
}
