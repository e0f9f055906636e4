package io.manta.spi.provider;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Offer;
import io.manta.spi.remote.Command;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes, lists and ends machines for one cluster. Every call is idempotent and safe from several threads; every call may
 * be cut off by the death of the process at any point and then simply be made again. See docs/provider-contract.md.
 */
public interface NodeProvider extends AutoCloseable {
    /** Looks, changes nothing, costs nothing: what would be used or made, and what is wrong. */
    Preflight check(ClusterConfig config);

    /** The same for someone who wants to know everything and has time: also what a launch would only meet on its way. */
    default Preflight examine(ClusterConfig config) {
        return check(config);
    }

    /** Makes what the cluster needs besides machines: keys, networks, roles, environments. */
    void prepare(ClusterConfig config, Progress progress) throws ProviderException, InterruptedException;

    /** Whether what {@link #prepare} makes is there for this configuration, as far as this machine knows; asks nobody. */
    default boolean isPrepared(ClusterConfig config) {
        return true;
    }

    /**
     * Asks for machines. The node ids are the retry token: asking again for an id that has a machine returns that machine.
     * Tags are on a machine from its first moment. Returns without waiting for machines to boot.
     */
    LaunchResult launch(LaunchRequest request) throws ProviderException, InterruptedException;

    /** All machines of this cluster, by tag, those that are ending included. */
    List<Machine> list() throws ProviderException, InterruptedException;

    /** The live head; for callers that need no other machine, where asking for one is cheaper than asking for all. */
    default Optional<Machine> head() throws ProviderException, InterruptedException {
        for (Machine machine : list()) {
            if (machine.isLive() && machine.role() == NodeRole.HEAD) {
                return Optional.of(machine);
            }
        }
        return Optional.empty();
    }

    /** Someone else may have changed machines: what was seen before is not used again. */
    default void lookAnew() {}

    /** Adds or changes tags; machines that are gone are ignored. */
    void tag(Map<MachineId, Map<String, String>> tags) throws ProviderException, InterruptedException;

    /** Begins to end machines; unknown ids count as ended. */
    void terminate(Set<MachineId> ids) throws ProviderException, InterruptedException;

    /** Removes everything this cluster made, and only that. Called when no machine is left. */
    void cleanUp() throws ProviderException, InterruptedException;

    /** How to reach a machine of this cluster. */
    Reach reach(Machine machine) throws ProviderException;

    /** Ways to get a node type, best first. */
    default List<Offer> offers(String nodeType) {
        return List.of(Offer.plain(nodeType));
    }

    /** What is left of what all machines share, those of other clusters included; asked in every round, so it must be quick. */
    default Room room() {
        return Room.UNLIMITED;
    }

    /** Everything this cluster has here, kind by kind, asked anew; nothing where there is nothing besides machines. */
    default List<Holding> holdings() throws ProviderException, InterruptedException {
        return List.of();
    }

    /** Names of all clusters that have something where this one would be, whether anyone remembers them or not. */
    default List<String> clusters() throws ProviderException, InterruptedException {
        return List.of();
    }

    /**
     * Fills in what only the provider knows of node types, such as what their machines have; whatever the user wrote stays. May
     * ask the provider, and remembers its answer.
     */
    default ClusterConfig complete(ClusterConfig config) throws ProviderException, InterruptedException {
        return config;
    }

    /** Looks, changes nothing: what bringing this cluster up would make and cost. */
    default Outlook outlook(ClusterConfig config) throws ProviderException, InterruptedException {
        return Outlook.NONE;
    }

    /** Documents for whoever grants rights at the provider, by whom they are for. */
    default Map<String, String> policies(ClusterConfig config) {
        return Map.of();
    }

    /**
     * What the provider needs done on a machine's host, each time something is set up or started there, before anything else;
     * doing it again changes nothing. It is no part of what a node's fingerprint says.
     */
    default List<Command> hostCommands(Machine machine) throws ProviderException, InterruptedException {
        return List.of();
    }

    /** How machines are put to rest and woken; empty where a machine can only run or end. */
    default Optional<RestingMachines> resting() {
        return Optional.empty();
    }

    /** How images are made of machines; empty where machines are not made from images. */
    default Optional<ImageBakery> bakery() {
        return Optional.empty();
    }

    /** Whether what lies on a machine outlives it, because its host goes on without us, and has to be tidied. */
    default boolean hostsRemain() {
        return true;
    }

    /** Whether a machine that was launched has answered already, so that nobody need wait for it to start. */
    default boolean isReachedByLaunch() {
        return false;
    }

    /** Whether machines cost money, so that {@code up} asks first. */
    default boolean costsMoney() {
        return true;
    }

    @Override
    default void close() {}
}
