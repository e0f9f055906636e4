package io.manta.cli.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.config.ConfigLoader;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.provider.gcp.GcpFactory;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Depth;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderContext;
import io.manta.testkit.Eventually;
import io.manta.testkit.GcpServer;
import io.manta.testkit.Specs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cluster files as Ray's users have them, from load to zero. Read from the Ray that {@code -Dmanta.ray.python} names, and from a
 * directory that {@code -Dmanta.ray.examples} names, such as {@code python/ray/autoscaler/gcp} of its sources: Ray's packages
 * hold only its defaults. Files of the same shapes are always tried.
 */
final class RayGcpFilesTest {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private static final Map<String, String> SHAPES =
            Map.of("minimal", """
            cluster_name: a
            provider: {type: gcp, region: us-west1, availability_zone: us-west1-a, project_id: null}
            auth: {ssh_user: ubuntu}
            """, "GPUs and containers", """
            cluster_name: b
            docker: {image: "rayproject/ray:latest-gpu", container_name: ray}
            provider: {type: gcp, region: us-west1, availability_zone: us-west1-b, project_id: null}
            auth: {ssh_user: ubuntu}
            head_node_type: head
            available_node_types:
              head:
                resources: {CPU: 6, GPU: 1}
                node_config: &gpu
                  machineType: n1-standard-2
                  disks:
                    - boot: true
                      autoDelete: true
                      type: PERSISTENT
                      initializeParams:
                        diskSizeGb: 50
                        sourceImage: projects/deeplearning-platform-release/global/images/family/common-cu128
                  guestAccelerators: [{acceleratorType: nvidia-tesla-t4, acceleratorCount: 1}]
                  metadata: {items: [{key: install-nvidia-driver, value: "True"}]}
                  scheduling: [{onHostMaintenance: TERMINATE}]
              worker:
                min_workers: 0
                max_workers: 2
                resources: {CPU: 2, GPU: 1}
                node_config: {<<: *gpu, scheduling: [{preemptible: true}, {onHostMaintenance: TERMINATE}]}
            """, "a TPU as head", """
            cluster_name: c
            provider: {type: gcp, region: us-central1, availability_zone: us-central1-b, project_id: null}
            head_node_type: head
            available_node_types:
              head: &tpu
                resources: {TPU: 1}
                node_config: {acceleratorType: v2-8, runtimeVersion: v2-alpha, schedulingConfig: {preemptible: false}}
              worker:
                min_workers: 1
                resources: {TPU: 1}
                node_config: {acceleratorType: v2-8, runtimeVersion: v2-alpha, schedulingConfig: {preemptible: true}}
            """, "a pod by its topology", """
            cluster_name: d
            provider: {type: gcp, region: us-central2, availability_zone: us-central2-b, project_id: null}
            head_node_type: head
            available_node_types:
              head: {resources: {CPU: 0}, node_config: {machineType: n1-standard-4}}
              worker:
                min_workers: 1
                max_workers: 1
                resources: {TPU: 1}
                node_config: {acceleratorConfig: {type: V4, topology: 2x2x2}, runtimeVersion: tpu-vm-v4-base}
            """);

    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> everyFileLoadsAndRuns() throws IOException {
        var files = new LinkedHashMap<>(SHAPES);
        for (Path place : places()) {
            try (Stream<Path> found = Files.list(place)) {
                for (Path file :
                        found.filter(f -> f.toString().endsWith(".yaml")).toList()) {
                    files.put(file.getFileName().toString(), Files.readString(file));
                }
            }
        }
        return files.entrySet().stream()
                .map(file -> DynamicTest.dynamicTest(file.getKey(), () -> loadAndRun(file.getKey(), file.getValue())));
    }

    private static List<Path> places() throws IOException {
        String python = System.getProperty("manta.ray.python", "");
        String examples = System.getProperty("manta.ray.examples", "");
        var places = new java.util.ArrayList<Path>();
        if (!python.isEmpty()) {
            Path environment = Files.isDirectory(Path.of(python)) ? Path.of(python) : Path.of(python, "../..");
            try (Stream<Path> found = Files.list(environment.normalize().resolve("lib"))) {
                found.map(lib -> lib.resolve("site-packages/ray/autoscaler/gcp"))
                        .filter(Files::isDirectory)
                        .forEach(places::add);
            }
        }
        if (!examples.isEmpty()) {
            places.add(Path.of(examples));
        }
        return places;
    }

    /** Only what a user must fill in is filled in, and where Google is. */
    private static String completed(String text, String name) throws IOException {
        String own = "endpoint: " + GcpServer.shared().endpoint()
                + "%sallowed_ssh_cidr: 203.0.113.7/32%sgcp_credentials: {type: credentials_token, credentials: t}%s";
        String flow = text.replaceAll("(provider: \\{)(type: gcp)", "$1" + own.replace("%s", ", ") + "$2");
        String block = flow.replaceAll("(?m)^( +)type: gcp", "$1" + own.replace("%s", "\n$1") + "type: gcp");
        return block.replaceAll("project_id: null", "project_id: " + GcpServer.PROJECT)
                .replaceFirst("(?m)^cluster_name: .*", "cluster_name: " + name);
    }

    private void loadAndRun(String title, String text) throws Exception {
        String name = "ray" + NUMBER.incrementAndGet() + "-" + Long.toHexString(System.nanoTime() & 0xffffff);
        Loaded loaded = ConfigLoader.load(title, completed(text, name), directory, Overrides.NONE);
        assertThat(loaded.problems()).isEmpty();
        ClusterConfig config = loaded.config().orElseThrow();
        Path state = directory.resolve(name);
        var context = new ProviderContext(
                config,
                state,
                directory,
                reach -> {
                    throw new IllegalStateException("nothing is reached here");
                },
                false);
        try (NodeProvider provider = new GcpFactory().open(context)) {
            assertThat(provider.check(config, Depth.THOROUGH).problems())
                    .filteredOn(problem -> problem.isError())
                    .isEmpty();
            assertThat(provider.features().outlook(config).things()).isNotEmpty();
            provider.prepare(config, Progress.NONE);
            String prefix = "ray-" + name;
            provider.launch(Specs.request(Specs.head(config, prefix + "-head-aaaaaaaa")));
            provider.launch(Specs.workers(config, prefix + "-worker-bbbbbbbb"));
            Eventually.eventually(
                    Duration.ofSeconds(20),
                    "both run",
                    () -> provider.list(Look.USUAL),
                    machines -> machines.size() == 2
                            && machines.stream().allMatch(m -> m.state() == Machine.MachineState.RUNNING));
            provider.terminate(
                    provider.list(Look.USUAL).stream().map(Machine::id).collect(Collectors.toSet()));
            Eventually.eventually(Duration.ofSeconds(20), "none is left", () -> {
                return provider.list(Look.ANEW).isEmpty();
            });
            provider.cleanUp();
        }
        assertThat(GcpServer.shared().remains(name)).isEqualTo("[]");
    }
}
