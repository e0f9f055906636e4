package io.manta.bench;

import io.manta.config.ConfigLoader;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.provider.aws.AwsFactory;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Depth;
import io.manta.spi.provider.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Manta's side of {@code bench/aws}: check, prepare, launch a head and workers, and see them run. */
public final class AwsBench {
    private AwsBench() {}

    public static void main(String[] args) throws Exception {
        String name = args[0];
        int workers = Integer.parseInt(args[1]);
        String yaml = """
                cluster_name: %s
                max_workers: %d
                provider: {type: aws, region: us-west-2, allowed_ssh_cidr: 203.0.113.7/32}
                head_node_type: head
                available_node_types:
                  head: {node_config: {InstanceType: m5.large, ImageId: %s}}
                  worker: {min_workers: %d, node_config: {InstanceType: m5.large, ImageId: %s}}
                """.formatted(name, workers, args[2], workers, args[2]);
        Path directory = Files.createTempDirectory("aws-bench");
        try {
            launch(yaml, workers, directory);
        } finally {
            delete(directory);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static void launch(String yaml, int workers, Path directory) throws Exception {
        Loaded loaded = ConfigLoader.load("bench", yaml, directory, Overrides.NONE);
        ClusterConfig config = loaded.config().orElseThrow();
        try (NodeProvider provider = new AwsFactory().open(BenchNodes.context(config, directory))) {
            if (!provider.check(config, Depth.QUICK).isClean()) {
                throw new IllegalStateException(
                        provider.check(config, Depth.QUICK).problems().toString());
            }
            provider.prepare(config, Progress.NONE);
            provider.launch(BenchNodes.head(provider, config));
            provider.launch(BenchNodes.workers(provider, config, workers));
            BenchNodes.awaitRunning(provider, workers + 1);
        }
    }
}
