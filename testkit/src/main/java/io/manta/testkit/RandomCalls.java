package io.manta.testkit;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeId;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;

/** Calls providers of one cluster in random order and remembers what should be there in the end. */
final class RandomCalls {
    private final ClusterConfig config;
    private final NodeProvider first;
    private final Callable<NodeProvider> reopen;
    private final RandomGenerator random;
    private final Map<NodeId, Machine> machines = new TreeMap<>();
    private final Map<NodeId, Map<String, String>> expected = new TreeMap<>();
    private final String prefix;
    private int launched;

    RandomCalls(ClusterConfig config, NodeProvider first, Callable<NodeProvider> reopen, RandomGenerator random) {
        this.config = config;
        this.first = first;
        this.reopen = reopen;
        this.random = random;
        this.prefix = "r" + Long.toHexString(random.nextLong() >>> 40) + "-";
    }

    /** Live nodes and the tags each must have. */
    Map<NodeId, Map<String, String>> expected() {
        return expected;
    }

    void run(int calls) throws Exception {
        for (int i = 0; i < calls; i++) {
            NodeProvider provider = random.nextInt(4) == 0 ? reopen.call() : first;
            switch (random.nextInt(4)) {
                case 0 -> terminateOne(provider);
                case 1 -> tagOne(provider, i);
                default -> launchOne(provider);
            }
        }
    }

    /** Sometimes one that was launched before. */
    private void launchOne(NodeProvider provider) throws Exception {
        boolean again = !expected.isEmpty() && random.nextInt(3) == 0;
        NodeSpec spec = Specs.worker(config, again ? any().value() : prefix + launched++);
        Machine machine = provider.launch(Specs.request(spec)).created().getFirst();
        machines.put(spec.id(), machine);
        expected.computeIfAbsent(spec.id(), id -> new HashMap<>(spec.tags()));
    }

    private void tagOne(NodeProvider provider, int value) throws Exception {
        if (!expected.isEmpty()) {
            NodeId id = any();
            var tags = Map.of("tag-" + random.nextInt(3), "v" + value);
            provider.tag(Map.of(Objects.requireNonNull(machines.get(id)).id(), tags));
            Objects.requireNonNull(expected.get(id)).putAll(tags);
        }
    }

    private void terminateOne(NodeProvider provider) throws Exception {
        if (!expected.isEmpty()) {
            NodeId id = any();
            provider.terminate(Set.of(Objects.requireNonNull(machines.get(id)).id()));
            expected.remove(id);
        }
    }

    private NodeId any() {
        List<NodeId> ids = List.copyOf(expected.keySet());
        return ids.get(random.nextInt(ids.size()));
    }
}
