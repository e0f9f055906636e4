package io.manta.provider.common;

import io.manta.spi.model.Machine;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Keeps account of one request that takes several calls. A node that has a machine already is not made again; after the first
 * call that fails or brings too few no other is made, and what was made before is kept.
 */
public final class LaunchTally {
    private final List<Machine> created = new ArrayList<>();
    private final Map<String, NodeSpec> open = new LinkedHashMap<>();
    private Optional<ProviderException> shortfall = Optional.empty();

    public LaunchTally(LaunchRequest request) {
        request.nodes().forEach(node -> open.put(node.id().value(), node));
    }

    /** One call for some of the nodes. */
    @FunctionalInterface
    public interface Call {
        List<Machine> make() throws ProviderException, InterruptedException;
    }

    /** Counts those that live and carry a node of this request. */
    public void found(Collection<Machine> machines) {
        for (Machine machine : machines) {
            if (machine.isLive() && open.remove(machine.nodeId().value()) != null) {
                created.add(machine);
            }
        }
    }

    /** Nodes without a machine yet. */
    public List<NodeSpec> open() {
        return List.copyOf(open.values());
    }

    /** The same, those together that differ in nothing but their id: one call puts the same tags on all its machines. */
    public List<List<NodeSpec>> alike() {
        var groups = new LinkedHashMap<Map<String, String>, List<NodeSpec>>();
        for (NodeSpec node : open.values()) {
            var shared = new LinkedHashMap<>(node.tags());
            shared.remove(Tags.NODE_ID);
            groups.computeIfAbsent(shared, key -> new ArrayList<>()).add(node);
        }
        return List.copyOf(groups.values());
    }

    /**
     * @param asked how many machines the call should bring
     * @param fewer words it when that many are missing
     */
    public void make(int asked, Call call, IntFunction<ProviderException> fewer) throws InterruptedException {
        if (shortfall.isPresent()) {
            return;
        }
        try {
            List<Machine> made = call.make();
            created.addAll(made);
            int missing = asked - made.size();
            shortfall = missing > 0 ? Optional.of(fewer.apply(missing)) : Optional.empty();
        } catch (ProviderException e) {
            shortfall = Optional.of(e);
        }
    }

    /** Throws when nothing at all was made. */
    public LaunchResult result() throws ProviderException {
        if (created.isEmpty() && shortfall.isPresent()) {
            throw shortfall.get();
        }
        return new LaunchResult(created, shortfall);
    }
}
