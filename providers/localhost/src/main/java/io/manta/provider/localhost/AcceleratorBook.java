package io.manta.provider.localhost;

import io.manta.spi.model.Resources;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Room;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Shares the machine's accelerators out among the nodes of all clusters of this user. There is no list of its own that could
 * be out of date: whatever the record of a machine names is held, from the write that makes the machine to the removal of its
 * record after its last process has ended. So a death at any moment neither loses an accelerator nor gives one away twice.
 */
final class AcceleratorBook {
    private final ClusterRegister register;

    AcceleratorBook(ClusterRegister register) {
        this.register = register;
    }

    /**
     * A node that holds accelerators.
     *
     * @param cluster its cluster's name
     * @param held by Ray's name of the resource
     */
    record Holder(String cluster, String node, Map<String, List<Accelerator>> held) {}

    /** The caller holds the scratch space's lock until the choice is in the machine's record. */
    Map<String, List<Accelerator>> choose(Map<String, Integer> claims, Accelerators there)
            throws IOException, ProviderException {
        List<Holder> holders = holders();
        var chosen = new TreeMap<String, List<Accelerator>>();
        for (var claim : claims.entrySet()) {
            List<Accelerator> free = free(claim.getKey(), there, holders);
            if (free.size() < claim.getValue()) {
                throw LocalhostProblems.acceleratorsInUse(
                        claim.getKey(), claim.getValue(), free.size(), inUse(claim.getKey(), there, holders));
            }
            chosen.put(claim.getKey(), free.subList(0, claim.getValue()));
        }
        return chosen;
    }

    /** What is left for nodes of a cluster that may use these. */
    Room room(Accelerators there) throws IOException {
        List<Holder> holders = holders();
        var limits = new HashMap<String, Room.Limit>();
        for (String resource : there.known()) {
            limits.put(
                    resource,
                    new Room.Limit(
                            free(resource, there, holders).size() * Resources.SCALE, inUse(resource, there, holders)));
        }
        return new Room(limits);
    }

    List<Holder> holders() throws IOException {
        var holders = new ArrayList<Holder>();
        for (Path stateDir : register.clusters()) {
            for (MachineDirectory machine : MachineStore.directories(stateDir)) {
                machine.record()
                        .ifPresent(record -> record.accelerators()
                                .filter(held -> !held.isEmpty())
                                .ifPresent(held -> holders.add(new Holder(
                                        record.tags().getOrDefault(Tags.CLUSTER, "unknown"), machine.id(), held))));
            }
        }
        return holders;
    }

    private static List<Accelerator> free(String resource, Accelerators there, List<Holder> holders) {
        Set<String> taken = holders.stream()
                .flatMap(holder -> holder.held().getOrDefault(resource, List.of()).stream())
                .map(Accelerator::card)
                .collect(Collectors.toSet());
        return there.family(resource).map(AcceleratorFamily::devices).orElse(List.of()).stream()
                .filter(device -> !taken.contains(device.card()))
                .toList();
    }

    /** Such as {@code this machine has 1 GPU, in use by cluster local (node ray-local-gpu-x1)}. */
    private static String inUse(String resource, Accelerators there, List<Holder> holders) {
        int count = there.count(resource);
        String has = MachineWords.machineHas(count, resource);
        String users = holders.stream()
                .filter(holder -> holder.held().containsKey(resource))
                .map(holder -> "cluster " + holder.cluster() + " (node " + holder.node() + ")")
                .sorted()
                .distinct()
                .collect(Collectors.joining(", "));
        return count == 0 || users.isEmpty() ? has : has + ", in use by " + users;
    }
}
