package io.manta.provider.simulated;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.Offer;
import io.manta.spi.provider.Features;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.Outlook;
import io.manta.spi.provider.Preflight;
import io.manta.spi.provider.Pricing;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Reach;
import io.manta.spi.provider.Traits;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One cluster's view of a {@link SimulatedCloud}. */
public final class SimulatedNodeProvider implements NodeProvider {
    private final ClusterConfig config;
    private final SimulatedCloud cloud;
    private final SimulatedCommands commands;

    /** @param commands what becomes of commands that are run on its machines */
    public SimulatedNodeProvider(ClusterConfig config, SimulatedCloud cloud, SimulatedCommands commands) {
        this.config = config;
        this.cloud = cloud;
        this.commands = commands;
    }

    public SimulatedNodeProvider(ClusterConfig config, SimulatedCloud cloud) {
        this(config, cloud, SimulatedCommands.SUCCEED);
    }

    @Override
    public Features features() {
        return Features.of(Traits.OWN_HOSTS).with(new Pricing() {
            @Override
            public List<Offer> offers(String nodeType) {
                return SimulatedOffers.of(config.nodeType(nodeType));
            }

            @Override
            public Outlook outlook(ClusterConfig wanted) {
                return Outlook.NONE;
            }
        });
    }

    @Override
    public Preflight check(ClusterConfig wanted, Depth depth) {
        return new Preflight(List.of(Preflight.Finding.ok("cloud", "simulated, in memory")));
    }

    @Override
    public void prepare(ClusterConfig wanted, Progress progress) {
        progress.say("nothing to prepare in a simulated cloud");
    }

    @Override
    public LaunchResult launch(LaunchRequest request) throws ProviderException {
        return cloud.launch(config.name(), request);
    }

    @Override
    public List<Machine> list(Look look) throws ProviderException {
        return cloud.list(config.name());
    }

    @Override
    public void tag(Map<MachineId, Map<String, String>> tags) throws ProviderException {
        cloud.tag(config.name(), tags);
    }

    @Override
    public void terminate(Set<MachineId> ids) throws ProviderException {
        cloud.terminate(config.name(), ids);
    }

    @Override
    public void cleanUp() {
        // Machines are all a simulated cluster has, and they are gone when this is called.
    }

    @Override
    public Reach reach(Machine machine) {
        return new Reach.Own(new SimulatedCommandRunner(machine, commands));
    }

    @Override
    public void close() {
        // The cloud outlives every view of it.
    }
}
