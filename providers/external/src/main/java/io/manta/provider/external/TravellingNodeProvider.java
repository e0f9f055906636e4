package io.manta.provider.external;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.provider.Features;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.Preflight;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Reach;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A provider whose code is packed for the head when the cluster is prepared, and unpacked again when it ends. */
final class TravellingNodeProvider implements NodeProvider {
    /** Puts what is needed on the head into the cluster's directory. */
    @FunctionalInterface
    interface Packing {
        void pack() throws ProviderException, InterruptedException;
    }

    private final NodeProvider inner;
    private final Path state;
    private final Packing packing;
    private final boolean here;

    /** @param here whether machines are this machine's own: then nothing has to travel */
    TravellingNodeProvider(NodeProvider inner, Path state, boolean here, Packing packing) {
        this.inner = inner;
        this.state = state;
        this.here = here;
        this.packing = packing;
    }

    /** A machine elsewhere is gone with all that lay on it. */
    @Override
    public Features features() {
        Features features = inner.features();
        return features.with(features.traits().withHostsRemain(here).withElsewhere(!here));
    }

    @Override
    public Preflight check(ClusterConfig config, Depth depth) {
        return inner.check(config, depth);
    }

    @Override
    public void prepare(ClusterConfig config, Progress progress) throws ProviderException, InterruptedException {
        try {
            Files.createDirectories(state);
        } catch (IOException e) {
            throw ExternalProblems.luggage("cannot make " + state + ": " + e);
        }
        if (!here) {
            packing.pack();
        }
        inner.prepare(config, progress);
    }

    @Override
    public LaunchResult launch(LaunchRequest request) throws ProviderException, InterruptedException {
        return inner.launch(request);
    }

    @Override
    public List<Machine> list(Look look) throws ProviderException, InterruptedException {
        return inner.list(look);
    }

    @Override
    public void tag(Map<MachineId, Map<String, String>> tags) throws ProviderException, InterruptedException {
        inner.tag(tags);
    }

    @Override
    public void terminate(Set<MachineId> ids) throws ProviderException, InterruptedException {
        inner.terminate(ids);
    }

    @Override
    public void cleanUp() throws ProviderException, InterruptedException {
        inner.cleanUp();
        Luggage.remove(state);
    }

    @Override
    public Reach reach(Machine machine) throws ProviderException {
        return inner.reach(machine);
    }

    @Override
    public void close() {
        inner.close();
    }
}
