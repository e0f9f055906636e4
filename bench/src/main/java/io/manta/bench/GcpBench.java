package io.manta.bench;

import io.manta.config.ConfigLoader;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.provider.gcp.GcpFactory;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Depth;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/**
 * Manta's side of {@code bench/gcp}: check, prepare, launch a head and workers in the same moment, as the loop does, and see them
 * run; then write what set-up writes, and take all of it down.
 */
public final class GcpBench {
    private GcpBench() {}

    public static void main(String[] args) throws Exception {
        String name = args[1];
        int workers = Integer.parseInt(args[2]);
        List<String> extras = List.of(args).subList(3, args.length);
        String disks =
                "[{boot: true, autoDelete: true, type: PERSISTENT, initializeParams: {diskSizeGb: 50, sourceImage:"
                        + " projects/deeplearning-platform-release/global/images/family/common-cpu}}]";
        String yaml = """
                cluster_name: %1$s
                max_workers: %2$d
                provider:
                  type: gcp
                  project_id: test-project
                  region: us-west1
                  availability_zone: us-west1-a
                  endpoint: %3$s
                  allowed_ssh_cidr: 203.0.113.7/32
                  gcp_credentials: {type: credentials_token, credentials: manta-token}
                head_node_type: head
                available_node_types:
                  head: {resources: {CPU: 2}, node_config: {machineType: n1-standard-2, disks: %4$s}}
                  worker: {resources: {CPU: 2}, min_workers: %2$d, node_config: {machineType: n1-standard-2, disks: %4$s}}
                """.formatted(name, workers, args[0], disks);
        Path directory = Files.createTempDirectory("gcp-bench");
        Loaded loaded = ConfigLoader.load("bench", yaml, directory, Overrides.NONE);
        ClusterConfig config = loaded.config().orElseThrow();
        var parts = new LinkedHashMap<String, Double>();
        try (NodeProvider provider = new GcpFactory().open(BenchNodes.context(config, directory))) {
            long begin = System.nanoTime();
            up(provider, config, workers);
            parts.put("up", seconds(begin));
            if (extras.contains("statuses")) {
                begin = System.nanoTime();
                provider.tag(provider.list(Look.USUAL).stream()
                        .collect(Collectors.toMap(Machine::id, machine -> Map.of(Tags.STATUS, "up-to-date"))));
                parts.put("statuses", seconds(begin));
            }
            if (extras.contains("down")) {
                begin = System.nanoTime();
                down(provider);
                parts.put("down", seconds(begin));
            }
        }
        System.out.println(parts.entrySet().stream()
                .map(part -> "\"" + part.getKey() + "\": " + part.getValue())
                .collect(Collectors.joining(", ", "{", "}")));
    }

    private static void up(NodeProvider provider, ClusterConfig config, int workers) throws Exception {
        if (!provider.check(config, Depth.QUICK).isClean()) {
            throw new IllegalStateException(
                    provider.check(config, Depth.QUICK).problems().toString());
        }
        provider.prepare(config, Progress.NONE);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> head = threads.submit(() -> provider.launch(BenchNodes.head(provider, config)));
            Future<?> others = threads.submit(() -> provider.launch(BenchNodes.workers(provider, config, workers)));
            head.get();
            others.get();
        }
        BenchNodes.awaitRunning(provider, workers + 1);
    }

    private static void down(NodeProvider provider) throws Exception {
        provider.terminate(provider.list(Look.USUAL).stream().map(Machine::id).collect(Collectors.toSet()));
        while (!provider.list(Look.USUAL).isEmpty()) {
            Thread.sleep(100);
        }
        provider.cleanUp();
    }

    private static double seconds(long begin) {
        return Math.round((System.nanoTime() - begin) / 1e7) / 100.0;
    }
}
