package io.manta.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Problem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConfigLoaderTest {
    static Loaded load(String text) {
        return ConfigLoader.load("cluster.yaml", text, Path.of("").toAbsolutePath(), Overrides.NONE);
    }

    static List<String> codes(Loaded loaded) {
        return loaded.problems().stream().map(Problem::code).toList();
    }

    @Test
    void theEmbeddedDefaultIsACleanClusterOnThisMachine() {
        Loaded loaded = load(ConfigLoader.embeddedDefault());
        assertThat(loaded.problems()).isEmpty();
        ClusterConfig config = loaded.config().orElseThrow();
        assertThat(config.name()).isEqualTo("local");
        assertThat(config.provider().type()).isEqualTo("localhost");
        assertThat(config.head().resources().get("CPU")).isZero();
        NodeType worker = config.nodeType("worker");
        assertThat(worker.minWorkers()).isZero();
        assertThat(worker.maxWorkers()).isEqualTo(3);
        assertThat(worker.resources().amount("CPU")).isEqualTo(1);
        assertThat(config.idleTimeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(config.commands().workerStart()).endsWith("python $MANTA_WORKER_NODE");
        assertThat(config.commands().headStart().getLast()).startsWith("ray start --head --port=$MANTA_GCS_PORT ");
    }

    @Test
    void twoLinesAreEnoughForThisMachine() {
        Loaded loaded = load("cluster_name: a\nprovider: {type: localhost}\n");
        assertThat(loaded.problems()).isEmpty();
        assertThat(loaded.config().orElseThrow().nodeTypes().keySet()).containsExactly("head", "worker");
    }

    @Test
    void aKeyOfTheUserReplacesTheDefaultAsAWhole() {
        ClusterConfig config = load("""
                cluster_name: a
                provider: {type: aws, region: us-west-2}
                setup_commands: [echo mine]
                worker_setup_commands: [echo worker]
                """).config().orElseThrow();
        assertThat(config.commands().workerSetup()).containsExactly("echo mine", "echo worker");
        assertThat(config.commands().headSetup()).containsExactly("echo mine");
        assertThat(config.nodeType("ray.head.default").maxWorkers()).isZero();
        assertThat(config.nodeType("ray.worker.default").maxWorkers()).isEqualTo(2);
    }

    @Test
    void aggressiveIsStrongerThanAFractionAndDefaultIsNot() {
        String file =
                "cluster_name: a\nprovider: {type: localhost}\ntarget_utilization_fraction: 0.8\nautoscaling_mode: ";
        assertThat(load(file + "aggressive\n").config().orElseThrow().upscalingSpeed())
                .isEqualTo(99999);
        assertThat(load(file + "default\n").config().orElseThrow().upscalingSpeed())
                .isEqualTo(0.25);
    }

    @Test
    void renamedKeysAreReadUnderTheirNewNames() {
        Loaded loaded = load("""
                cluster_name: a
                provider: {type: aws, region: us-west-2}
                head_node_type: h
                available_instance_types:
                  h: {resources: {CPU: 1}, node_config: {}}
                head_init_commands: [ray start --head]
                worker_init_commands: [echo hello]
                """);
        ClusterConfig config = loaded.config().orElseThrow();
        assertThat(config.nodeTypes()).containsOnlyKeys("h");
        assertThat(config.commands().headStart()).containsExactly("ray start --head");
        assertThat(config.commands().workerSetup()).containsExactly("echo hello");
        assertThat(loaded.problems()).extracting(p -> p.code()).containsOnly("CONFIG-LEGACY-KEY");
    }

    @Test
    void commandLineFlagsWinAndAreNamedAsTheOrigin() {
        Loaded loaded = ConfigLoader.load(
                "c.yaml",
                "cluster_name: a\nprovider: {type: localhost}\nmax_workers: 1\n",
                Path.of(""),
                Overrides.NONE.withClusterName("b").withMinWorkers(2).withMaxWorkers(7));
        ClusterConfig config = loaded.config().orElseThrow();
        assertThat(config.name()).isEqualTo("b");
        assertThat(config.maxWorkers()).isEqualTo(7);
        assertThat(config.nodeType("worker").minWorkers()).isEqualTo(2);
        assertThat(origin(loaded, "max_workers")).isEqualTo("flag --max-workers");
        assertThat(origin(loaded, "available_node_types.worker.min_workers")).isEqualTo("flag --min-workers");
        assertThat(origin(loaded, "provider.type")).isEqualTo("c.yaml:2:18");
        assertThat(origin(loaded, "upscaling_speed")).isEqualTo("default of localhost");
    }

    private static String origin(Loaded loaded, String path) {
        return Optional.ofNullable(loaded.origins().get(path)).orElseThrow().describe();
    }

    @Test
    void allProblemsComeAtOnceInTheOrderOfTheText() {
        Loaded loaded = load("""
                cluster_name: 5
                provider: {type: awss}
                max_worker: 2
                docker: {image: x}
                """);
        assertThat(loaded.config()).isEmpty();
        assertThat(codes(loaded)).containsExactly("CONFIG-TYPE", "CONFIG-PROVIDER", "CONFIG-UNKNOWN-KEY");
        assertThat(loaded.problems().get(2).why()).isEqualTo("did you mean `max_workers`?");
    }

    @Test
    void anOldFileWithNodesOfContentWorks() {
        Loaded loaded = load("""
                cluster_name: old
                min_workers: 1
                initial_workers: 3
                max_workers: 10
                target_utilization_fraction: 0.5
                provider: {type: aws, region: us-west-2}
                head_node: {InstanceType: m4.large}
                worker_nodes: {InstanceType: p2.xlarge, resources: {GPU: 1}}
                """);
        ClusterConfig config = loaded.config().orElseThrow();
        assertThat(loaded.problems())
                .allMatch(p -> p.level() == Problem.Level.NOTE)
                .hasSize(5);
        NodeType worker = config.nodeType("ray-legacy-worker-node-type");
        assertThat(worker.minWorkers()).isEqualTo(3);
        assertThat(worker.maxWorkers()).isEqualTo(10);
        assertThat(worker.nodeConfig()).containsOnlyKeys("InstanceType");
        assertThat(worker.resources().amount("GPU")).isEqualTo(1);
        assertThat(config.upscalingSpeed()).isEqualTo(1.0);
        assertThat(config.headType()).isEqualTo("ray-legacy-head-node-type");
    }

    private static ClusterConfig shared(String files, String options) {
        return load("cluster_name: a\nprovider: {type: aws, region: us-west-2, efs: " + files + "}\n"
                        + "docker: {image: ray, container_name: c, run_options: [" + options + "]}\n")
                .config()
                .orElseThrow();
    }

    @Test
    void filesThatHostsShareAreInContainersToo() {
        for (String files : List.of("/data", "{mount: /data}")) {
            ClusterConfig config = shared(files, "--ulimit x");
            assertThat(config.docker().orElseThrow().runOptions()).containsExactly("--ulimit x", "-v /data:/data");
            assertThat(config.nodeType("ray.worker.default")
                            .docker()
                            .orElseThrow()
                            .runOptions())
                    .contains("-v /data:/data");
        }
        assertThat(shared("/data", "-v /data/mine:/data:ro")
                        .docker()
                        .orElseThrow()
                        .runOptions())
                .as("the user's own")
                .containsExactly("-v /data/mine:/data:ro");
    }
}
