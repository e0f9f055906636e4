package io.manta.provider.external;

import io.manta.core.model.ClusterConfig;
import io.manta.core.model.Machine;
import io.manta.core.model.MachineId;
import io.manta.core.model.Tags;
import io.manta.core.port.LaunchRequest;
import io.manta.core.port.LaunchResult;
import io.manta.core.port.NodeProvider;
import io.manta.core.port.Preflight;
import io.manta.core.port.Progress;
import io.manta.core.port.ProviderException;
import io.manta.core.port.Reach;
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
    public Preflight check(ClusterConfig config) {
        return new Preflight(List.of());
    }

    @Override
    public void prepare(ClusterConfig config, Progress progress) {}

    @Override
    public LaunchResult launch(LaunchRequest request) throws ProviderException, InterruptedException {
        return launching.launch(request);
    }

    @Override
    public List<Machine> list() throws ProviderException, InterruptedException {
        return listing.list();
    }

    @Override
    public void tag(Map<MachineId, Map<String, String>> tags) {}

    @Override
    public void terminate(Set<MachineId> ids) {}

    @Override
    public void cleanUp() {}

    @Override
    public Reach reach(Machine machine) throws ProviderException {
        throw new IllegalStateException("not asked for here");
    }
}
