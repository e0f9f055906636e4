package io.manta.spi.provider;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes, lists and ends machines for one cluster. Every call is idempotent and safe from several threads; every call may
 * be cut off by the death of the process at any point and then simply be made again. See docs/provider-contract.md.
 *
 * <p>No method has a default: whoever wraps a provider has to pass on every one of them. What only some providers can do is
 * told by {@link #features}.
 */
public interface NodeProvider extends AutoCloseable {
    /** How thoroughly to look. */
    enum Depth {
        /** What {@code up} asks each time. */
        QUICK,
        /** For someone who wants to know everything and has time: also what a launch would only meet on its way. */
        THOROUGH
    }

    /** What a list is for. */
    enum Look {
        /** May be answered with what was seen a moment ago. */
        USUAL,
        /** The provider is asked after the call has begun: someone else may have changed machines. */
        ANEW,
        /** Only the head matters; where asking for one machine is cheaper than asking for all, others may be missing. */
        HEAD
    }

    /** What this provider is and can do besides; the same for as long as it is open. */
    Features features();

    /** Looks, changes nothing, costs nothing: what would be used or made, and what is wrong. */
    Preflight check(ClusterConfig config, Depth depth);

    /** Makes what the cluster needs besides machines: keys, networks, roles, environments. */
    void prepare(ClusterConfig config, Progress progress) throws ProviderException, InterruptedException;

    /**
     * Asks for machines. The node ids are the retry token: asking again for an id that has a machine returns that machine.
     * Tags are on a machine from its first moment. Returns without waiting for machines to boot.
     */
    LaunchResult launch(LaunchRequest request) throws ProviderException, InterruptedException;

    /**
     * All machines of this cluster, by tag, those that are ending included. An answer that cannot be understood is no empty
     * list: it is {@link ProviderException.Kind#UNREACHABLE}.
     */
    List<Machine> list(Look look) throws ProviderException, InterruptedException;

    /** Adds or changes tags; machines that are gone are ignored. */
    void tag(Map<MachineId, Map<String, String>> tags) throws ProviderException, InterruptedException;

    /** Begins to end machines; unknown ids count as ended. */
    void terminate(Set<MachineId> ids) throws ProviderException, InterruptedException;

    /** Removes everything this cluster made, and only that. Called when no machine is left. */
    void cleanUp() throws ProviderException, InterruptedException;

    /** How to reach a machine of this cluster. */
    Reach reach(Machine machine) throws ProviderException;

    @Override
    void close();
}
