package io.manta.spi.provider;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Offer;
import io.manta.spi.remote.Command;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a provider is and can do besides making machines. The methods answer for a provider that cannot do something as if it had
 * nothing to say, so that callers need not ask first.
 *
 * @param inventory empty where there is nothing besides machines
 * @param pricing empty where there is one way to get a machine, and it has no price
 * @param stopped empty where a machine can only run or end
 * @param bakery empty where machines are not made from images
 * @param hosts empty where nothing has to be done on a host
 * @param facts empty where the provider knows nothing of node types that the user has not written
 * @param groundwork empty where what {@link NodeProvider#prepare} makes is always asked for
 * @param rights empty where nobody has to be granted anything
 * @param shared empty where machines share nothing that could run out
 */
public record Features(
        Traits traits,
        Optional<Inventory> inventory,
        Optional<Pricing> pricing,
        Optional<StoppedMachines> stopped,
        Optional<ImageBakery> bakery,
        Optional<HostPreparation> hosts,
        Optional<NodeTypeFacts> facts,
        Optional<Groundwork> groundwork,
        Optional<Rights> rights,
        Optional<SharedHost> shared) {
    public static Features of(Traits traits) {
        return new Features(
                traits,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public Features with(Traits other) {
        return new Features(other, inventory, pricing, stopped, bakery, hosts, facts, groundwork, rights, shared);
    }

    public Features with(Inventory added) {
        return new Features(
                traits, Optional.of(added), pricing, stopped, bakery, hosts, facts, groundwork, rights, shared);
    }

    public Features with(Pricing added) {
        return new Features(
                traits, inventory, Optional.of(added), stopped, bakery, hosts, facts, groundwork, rights, shared);
    }

    public Features with(StoppedMachines added) {
        return new Features(
                traits, inventory, pricing, Optional.of(added), bakery, hosts, facts, groundwork, rights, shared);
    }

    public Features with(ImageBakery added) {
        return new Features(
                traits, inventory, pricing, stopped, Optional.of(added), hosts, facts, groundwork, rights, shared);
    }

    public Features withHosts(HostPreparation added) {
        return new Features(
                traits, inventory, pricing, stopped, bakery, Optional.of(added), facts, groundwork, rights, shared);
    }

    public Features withFacts(NodeTypeFacts added) {
        return new Features(
                traits, inventory, pricing, stopped, bakery, hosts, Optional.of(added), groundwork, rights, shared);
    }

    public Features withGroundwork(Groundwork added) {
        return new Features(
                traits, inventory, pricing, stopped, bakery, hosts, facts, Optional.of(added), rights, shared);
    }

    public Features withRights(Rights added) {
        return new Features(
                traits, inventory, pricing, stopped, bakery, hosts, facts, groundwork, Optional.of(added), shared);
    }

    public Features withShared(SharedHost added) {
        return new Features(
                traits, inventory, pricing, stopped, bakery, hosts, facts, groundwork, rights, Optional.of(added));
    }

    public Room room() {
        return shared.isPresent() ? shared.get().room() : Room.UNLIMITED;
    }

    /** Ways to get a node type, best first; never empty. */
    public List<Offer> offers(String nodeType) {
        return pricing.isPresent() ? pricing.get().offers(nodeType) : List.of(Offer.plain(nodeType));
    }

    public Outlook outlook(ClusterConfig config) throws ProviderException, InterruptedException {
        return pricing.isPresent() ? pricing.get().outlook(config) : Outlook.NONE;
    }

    public List<Holding> holdings() throws ProviderException, InterruptedException {
        return inventory.isPresent() ? inventory.get().holdings() : List.of();
    }

    public List<String> clusters() throws ProviderException, InterruptedException {
        return inventory.isPresent() ? inventory.get().clusters() : List.of();
    }

    public List<Command> hostCommands(Machine machine) throws ProviderException, InterruptedException {
        return hosts.isPresent() ? hosts.get().commands(machine) : List.of();
    }

    public ClusterConfig complete(ClusterConfig config) throws ProviderException, InterruptedException {
        return facts.isPresent() ? facts.get().complete(config) : config;
    }

    public boolean isPrepared(ClusterConfig config) {
        return groundwork.isEmpty() || groundwork.get().isPrepared(config);
    }

    public Map<String, String> policies(ClusterConfig config) {
        return rights.isPresent() ? rights.get().policies(config) : Map.of();
    }
}
