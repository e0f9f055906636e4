package io.manta.provider.external;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.ProviderContext;
import io.manta.testkit.Configs;
import io.manta.testkit.ProviderWorld;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A directory in which external providers keep their machines, and clusters their state. */
class ExternalWorld implements ProviderWorld {
    /** How one of the providers is chosen, and dies. */
    interface Sort {
        Map<String, Object> settings(Path directory, String cluster);

        void dieLaunching(ExternalWorld world, ClusterConfig config, NodeSpec node) throws Exception;

        void dieTerminating(ExternalWorld world, ClusterConfig config, String machineId) throws Exception;
    }

    // Helpers are slow to start; two are enough to be somebody else to each other.
    private static final int INSTANCES = 2;

    final Path directory;
    private final Sort sort;
    private final Map<String, List<NodeProvider>> opened = new ConcurrentHashMap<>();
    private int turn;

    ExternalWorld(Path directory, Sort sort) {
        this.directory = directory;
        this.sort = sort;
    }

    @Override
    public ClusterConfig config(String clusterName) {
        var settings = new HashMap<String, Object>(sort.settings(directory, clusterName));
        settings.put("directory", directory.resolve("machines").toString());
        settings.put("on_this_machine", true);
        return Configs.small(clusterName, "external", settings);
    }

    ProviderContext context(ClusterConfig config) {
        return new ProviderContext(
                config,
                state(config),
                directory.resolve("home/runtime"),
                _ -> {
                    throw new IllegalStateException("nothing here is reached over SSH");
                },
                false);
    }

    Path state(ClusterConfig config) {
        return directory.resolve("home/clusters").resolve(config.name()).resolve("machines");
    }

    @Override
    public synchronized NodeProvider open(ClusterConfig config) throws Exception {
        List<NodeProvider> mine = opened.computeIfAbsent(config.name(), _ -> new ArrayList<>());
        if (mine.size() < INSTANCES) {
            mine.add(new ExternalFactory().open(context(config)));
            return mine.getLast();
        }
        return mine.get(turn++ % INSTANCES);
    }

    @Override
    public void dieLaunching(ClusterConfig config, NodeSpec node) throws Exception {
        sort.dieLaunching(this, config, node);
    }

    @Override
    public void dieTerminating(ClusterConfig config, String machineId) throws Exception {
        sort.dieTerminating(this, config, machineId);
    }

    @Override
    public List<String> remains(ClusterConfig config) throws Exception {
        var left = new ArrayList<String>();
        for (Path path : List.of(state(config), directory.resolve("machines").resolve(config.name()))) {
            if (Files.exists(path)) {
                try (var files = Files.walk(path)) {
                    files.map(Path::toString).forEach(left::add);
                }
            }
        }
        return left;
    }

    @Override
    public int seeds() {
        return 2;
    }

    @Override
    public void close() {
        opened.values().forEach(all -> all.forEach(NodeProvider::close));
    }
}
