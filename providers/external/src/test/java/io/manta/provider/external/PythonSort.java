package io.manta.provider.external;

import io.manta.provider.external.protocol.HelperRequests;
import io.manta.provider.external.python.PythonBridge;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.provider.NodeSpec;
import io.manta.testkit.Specs;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** One of Ray's provider classes behind the bridge. */
abstract class PythonSort extends HelperSort {
    private final String module;

    PythonSort(String module) {
        this.module = module;
    }

    @Override
    List<String> command(Path directory) throws Exception {
        return new PythonBridge(module, Samples.rayPython(), directory.resolve("home/runtime")).command();
    }

    @Override
    public Map<String, Object> settings(Path directory, String cluster) {
        var settings = new HashMap<String, Object>();
        settings.put("module", module);
        settings.put("python", Samples.rayPython().orElseThrow());
        settings.put("appear_seconds", 1);
        return settings;
    }

    /** The class that Ray itself uses for `provider: {type: local}`, out of its wheel. */
    static PythonSort raysLocal(Path directory) {
        var networks = new ConcurrentHashMap<String, Integer>();
        var environment = Map.of("RAY_TMPDIR", directory.resolve("ray").toString());
        return new PythonSort("ray.autoscaler._private.local.node_provider.LocalNodeProvider") {
            @Override
            public Map<String, Object> settings(Path where, String cluster) {
                int network = networks.computeIfAbsent(cluster, _ -> networks.size() + 1);
                Map<String, Object> settings = super.settings(where, cluster);
                settings.put("environment", environment);
                settings.put("head_ip", "10." + network + ".0.1");
                settings.put(
                        "worker_ips",
                        IntStream.range(2, 60)
                                .mapToObj(host -> "10." + network + ".0." + host)
                                .toList());
                return settings;
            }

            @Override
            Map<String, String> environment() {
                return environment;
            }

            // Ray's class rewrites its one file in place: killed in that instant it loses what it knew of all nodes,
            // and
            // nothing outside can mend that. So here death comes before it, or after it.
            @Override
            public void dieLaunching(ExternalWorld world, ClusterConfig config, NodeSpec node) throws Exception {
                var params = HelperRequests.launch(Specs.request(node));
                DyingHelper.ask(world, config, command(world.directory), environment, "none", Map.of(), 0);
                DyingHelper.ask(
                        world,
                        config,
                        command(world.directory),
                        environment,
                        "launch",
                        params,
                        DyingHelper.WHEN_ANSWERED);
            }
        };
    }

    /** The class of examples/providers/python. */
    static PythonSort example() {
        return new PythonSort("directory_provider.DirectoryNodeProvider") {
            @Override
            public Map<String, Object> settings(Path where, String cluster) {
                Map<String, Object> settings = super.settings(where, cluster);
                settings.put("python_path", List.of(Samples.python().toString()));
                return settings;
            }

            @Override
            Map<String, String> environment() {
                return Map.of("PYTHONPATH", Samples.python().toString());
            }
        };
    }
}
