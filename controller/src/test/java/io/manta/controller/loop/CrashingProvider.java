package io.manta.controller.loop;

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
import io.manta.spi.provider.Traits;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Dies before or after a call that changes something, now and then. */
final class CrashingProvider implements NodeProvider {
    private final NodeProvider inner;
    private final RandomGenerator random;
    double probability;

    CrashingProvider(NodeProvider inner, RandomGenerator random) {
        this.inner = inner;
        this.random = random;
    }

    void mayCrash() {
        if (random.nextDouble() < probability) {
            throw new Crash();
        }
    }

    /** As a cloud: machines cost money, and its list may be behind. */
    @Override
    public Features features() {
        return inner.features().with(Traits.CLOUD);
    }

    @Override
    public Preflight check(ClusterConfig config, Depth depth) {
        return inner.check(config, depth);
    }

    @Override
    public void prepare(ClusterConfig config, Progress progress) throws ProviderException, InterruptedException {
        inner.prepare(config, progress);
    }

    @Override
    public LaunchResult launch(LaunchRequest request) throws ProviderException, InterruptedException {
        mayCrash();
        LaunchResult result = inner.launch(request);
        mayCrash();
        return result;
    }

    @Override
    public List<Machine> list(Look look) throws ProviderException, InterruptedException {
        mayCrash();
        return inner.list(look);
    }

    @Override
    public void tag(Map<MachineId, Map<String, String>> tags) throws ProviderException, InterruptedException {
        mayCrash();
        inner.tag(tags);
        mayCrash();
    }

    @Override
    public void terminate(Set<MachineId> ids) throws ProviderException, InterruptedException {
        mayCrash();
        inner.terminate(ids);
        mayCrash();
    }

    @Override
    public void cleanUp() throws ProviderException, InterruptedException {
        inner.cleanUp();
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
