package io.manta.provider.external;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.Offer;
import io.manta.spi.provider.Holding;
import io.manta.spi.provider.ImageBakery;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.Outlook;
import io.manta.spi.provider.Preflight;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Reach;
import io.manta.spi.provider.RestingMachines;
import io.manta.spi.remote.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    @Override
    public Preflight check(ClusterConfig config) {
        return inner.check(config);
    }

    @Override
    public Preflight examine(ClusterConfig config) {
        return inner.examine(config);
    }

    @Override
    public void lookAnew() {
        inner.lookAnew();
    }

    @Override
    public List<Holding> holdings() throws ProviderException, InterruptedException {
        return inner.holdings();
    }

    @Override
    public List<String> clusters() throws ProviderException, InterruptedException {
        return inner.clusters();
    }

    @Override
    public ClusterConfig complete(ClusterConfig config) throws ProviderException, InterruptedException {
        return inner.complete(config);
    }

    @Override
    public Outlook outlook(ClusterConfig config) throws ProviderException, InterruptedException {
        return inner.outlook(config);
    }

    @Override
    public Map<String, String> policies(ClusterConfig config) {
        return inner.policies(config);
    }

    @Override
    public boolean isPrepared(ClusterConfig config) {
        return inner.isPrepared(config);
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
    public List<Machine> list() throws ProviderException, InterruptedException {
        return inner.list();
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

    /** A machine elsewhere is gone with all that lay on it. */
    @Override
    public boolean hostsRemain() {
        return here;
    }

    @Override
    public Reach reach(Machine machine) throws ProviderException {
        return inner.reach(machine);
    }

    @Override
    public List<Offer> offers(String nodeType) {
        return inner.offers(nodeType);
    }

    @Override
    public List<Command> hostCommands(Machine machine) throws ProviderException, InterruptedException {
        return inner.hostCommands(machine);
    }

    @Override
    public Optional<RestingMachines> resting() {
        return inner.resting();
    }

    @Override
    public Optional<ImageBakery> bakery() {
        return inner.bakery();
    }

    @Override
    public boolean costsMoney() {
        return inner.costsMoney();
    }

    @Override
    public void close() {
        inner.close();
    }
}
