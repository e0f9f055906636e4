package io.manta.provider.external;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.Features;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.Preflight;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Reach;
import io.manta.spi.provider.Traits;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Answers as it is told to. */
final class FakeProvider implements NodeProvider {
    /** What a list comes to. */
    interface Listing {
        List<Machine> list() throws ProviderException, InterruptedException;
    }

    /** What a launch comes to. */
    interface Launching {
        LaunchResult launch(LaunchRequest request) throws ProviderException, InterruptedException;
    }

    volatile Features features = Features.of(Traits.CLOUD);
    volatile Listing listing = List::of;
    volatile Launching launching = _ -> new LaunchResult(List.of(), Optional.empty());

    static Machine machine(String id, String node) {
        return new Machine(
                new MachineId(id),
                Machine.MachineState.RUNNING,
                Map.of(Tags.NODE_ID, node, Tags.ROLE, "worker", Tags.TYPE, "worker", Tags.CLUSTER, "c"),
                Optional.of("10.0.0.1"),
                Optional.empty(),
                Instant.EPOCH,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Override
    public Features features() {
        return features;
    }

    @Override
    public Preflight check(ClusterConfig config, Depth depth) {
        return new Preflight(List.of());
    }

    @Override
    public void prepare(ClusterConfig config, Progress progress) {}

    @Override
    public LaunchResult launch(LaunchRequest request) throws ProviderException, InterruptedException {
        return launching.launch(request);
    }

    @Override
    public List<Machine> list(Look look) throws ProviderException, InterruptedException {
        return listing.list();
    }

    @Override
    public void tag(Map<MachineId, Map<String, String>> tags) {}

    @Override
    public void terminate(Set<MachineId> ids) {}

    @Override
    public void cleanUp() {}

    @Override
    public void close() {}

    @Override
    public Reach reach(Machine machine) throws ProviderException {
        throw new IllegalStateException("not asked for here");
    }
}
