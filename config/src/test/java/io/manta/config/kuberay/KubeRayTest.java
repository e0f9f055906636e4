package io.manta.config.kuberay;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.config.ConfigLoader;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.config.schema.Providers;
import io.manta.config.tool.StarterConfigs;
import io.manta.config.tool.StarterConfigs.Preset;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Problem;
import io.manta.testkit.Seeds;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class KubeRayTest {
    @Test
    void thereAndBackKeepsWhatTheClusterIs() {
        Seeds.forAll(100, random -> {
            Loaded before = load(RandomClusters.text(random));
            String manifest = KubeRayExport.export(before).text().orElseThrow();
            Converted back = KubeRayImport.text("manifest.yaml", manifest);
            assertThat(back.problems()).as(manifest).isEmpty();
            ClusterConfig after = load(back.text().orElseThrow()).config().orElseThrow();
            ClusterConfig config = before.config().orElseThrow();
            assertThat(after.name()).isEqualTo(config.name());
            assertThat(after.headType()).isEqualTo(config.headType());
            assertThat(after.provider().text("namespace"))
                    .contains(config.provider().text("namespace").orElse("ray"));
            assertThat(after.idleTimeout()).isEqualTo(config.idleTimeout());
            assertThat(after.nodeTypes().keySet()).isEqualTo(config.nodeTypes().keySet());
            config.nodeTypes().forEach((name, type) -> same(type, after.nodeType(name)));
        });
    }

    private static void same(NodeType before, NodeType after) {
        assertThat(after.resources()).isEqualTo(before.resources());
        assertThat(after.zeroed()).isEqualTo(before.zeroed());
        assertThat(List.of(after.minWorkers(), after.maxWorkers()))
                .as(before.name())
                .isEqualTo(List.of(before.minWorkers(), before.maxWorkers()));
        assertThat(after.labels()).isEqualTo(before.labels());
        if (before.maxWorkers() > 0) {
            assertThat(after.idleTimeout()).isEqualTo(before.idleTimeout());
        }
    }

    @Test
    void theSecondTimeNothingChanges() {
        Seeds.forAll(30, random -> {
            // The first time, a pod that does not say when to restart is told never to.
            String first = thereAndBack(thereAndBack(RandomClusters.text(random)));
            String second = thereAndBack(first);
            assertThat(second).isEqualTo(first);
        });
    }

    @Test
    void whatIsWrittenFitsThePublishedSchema() throws Exception {
        PublishedSchema schema = PublishedSchema.load();
        assertThat(schema.mistakes("apiVersion: ray.io/v1\nkind: RayCluster\nspec: {headGroupSpec: {tempalte: {}}}\n"))
                .containsExactly(".spec.headGroupSpec.template: missing", ".spec.headGroupSpec.tempalte: unknown");
        Seeds.forAll(
                50,
                random -> assertThat(schema.mistakes(there(RandomClusters.text(random))))
                        .isEmpty());
        for (String provider : Providers.KNOWN) {
            String file = StarterConfigs.text(provider, Preset.AUTOSCALING_CPU, "a");
            assertThat(schema.mistakes(there(file))).as(file).isEmpty();
        }
    }

    @Test
    void whatHasNoCounterpartIsReportedWhereItStands() {
        Converted converted = KubeRayExport.export(load("""
                cluster_name: demo
                provider: {type: kubernetes, use_internal_ips: true, services: [{metadata: {name: s}}]}
                max_workers: 3
                upscaling_speed: 2.5
                file_mounts: {/data: /tmp}
                head_start_ray_commands: [ray stop, ./prepare && ray start --head]
                head_node_type: head
                available_node_types:
                  head:
                    node_config:
                      pod: {spec: {containers: [{name: c, image: "x/ray:2.50.1", command: [serve]}]}}
                      service: {metadata: {name: s}}
                  small: {min_workers: 1, price_per_hour: 2, resources: {CPU: 1}, node_config: {spec: {containers: [{name: c}]}}}
                  large: {resources: {CPU: 4}, priority: 1, node_config: {spec: {containers: [{name: c}]}}}
                """));
        assertThat(converted.problems())
                .extracting(p -> p.at().orElseThrow().line() + " " + p.what())
                .containsExactlyInAnyOrder(
                        "2 `provider.services` is not carried over",
                        "3 `max_workers` is not carried over",
                        "4 `upscaling_speed: 2.5` becomes `Default`",
                        "5 `file_mounts` is not carried over",
                        "6 `head_start_ray_commands` is not carried over",
                        "11 `available_node_types.head.node_config.spec.containers[0].command` is not carried over",
                        "12 `available_node_types.head.node_config.service` is not carried over",
                        "13 `available_node_types.small.price_per_hour` is not carried over",
                        "14 `available_node_types.large.priority` is not carried over");
        assertThat(converted.problems()).allMatch(p -> p.level() == Problem.Level.WARNING);
        assertThat(converted.text().orElseThrow()).contains("rayVersion: 2.50.1");
    }

    @Test
    void aManifestOfOthersBecomesAClusterFile() {
        Converted converted = KubeRayImport.text("rc.yaml", """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: other}
                ---
                apiVersion: ray.io/v1
                kind: RayCluster
                metadata: {name: raycluster-complete, namespace: prod, labels: {team: a}}
                spec:
                  rayVersion: 2.52.0
                  enableInTreeAutoscaling: true
                  autoscalerOptions: {upscalingMode: Conservative, idleTimeoutSeconds: 90, imagePullPolicy: Always}
                  gcsFaultToleranceOptions: {redisAddress: "redis:6379"}
                  headGroupSpec:
                    serviceType: LoadBalancer
                    rayStartParams: {dashboard-host: 0.0.0.0, num-cpus: "0", object-store-memory: "100000000", block: "true"}
                    template:
                      spec:
                        containers:
                          - {name: ray-head, image: "rayproject/ray:2.52.0", args: [pip install numpy], resources: {limits: {cpu: 2, memory: 4Gi}}}
                  workerGroupSpecs:
                    - groupName: tpu
                      replicas: 2
                      minReplicas: 1
                      maxReplicas: 5
                      numOfHosts: 2
                      rayStartParams: {resources: '"{\\"TPU\\": 4}"'}
                      template: {spec: {containers: [{name: w, image: "rayproject/ray:2.52.0"}, {name: sidecar, image: fluent}]}}
                """);
        assertThat(converted.problems())
                .extracting(p -> p.at().orElseThrow().line() + " " + p.what())
                .containsExactly(
                        "7 `metadata.labels` is not carried over",
                        "11 `spec.autoscalerOptions.imagePullPolicy` is not carried over",
                        "12 `spec.gcsFaultToleranceOptions` is not carried over",
                        "14 `spec.headGroupSpec.serviceType` is not carried over",
                        "22 `spec.workerGroupSpecs[0].replicas` is not carried over",
                        "25 a replica of `tpu` has 2 hosts; they become single workers");
        ClusterConfig config = load(converted.text().orElseThrow()).config().orElseThrow();
        assertThat(config.name()).isEqualTo("raycluster-complete");
        assertThat(config.provider().text("namespace")).contains("prod");
        assertThat(config.idleTimeout()).hasSeconds(90);
        assertThat(config.upscalingSpeed()).isEqualTo(1.0);
        assertThat(config.head().zeroed()).containsExactly("CPU");
        assertThat(config.head().resources().amounts()).containsEntry("object_store_memory", 100000000L);
        assertThat(config.commands().headSetup()).containsExactly("pip install numpy");
        NodeType tpu = config.nodeType("tpu");
        assertThat(List.of(tpu.minWorkers(), tpu.maxWorkers(), config.maxWorkers()))
                .containsExactly(2, 10, 10);
        assertThat(tpu.resources().amounts()).isEqualTo(Map.of("TPU", 4L));
        assertThat(tpu.nodeConfig().toString()).contains("sidecar", "sleep infinity");
    }

    @Test
    void withoutItsAutoscalerTheNumberOfWorkersIsFixed() {
        String text = KubeRayImport.text("rc.yaml", """
                kind: RayCluster
                metadata: {name: fixed}
                spec:
                  headGroupSpec: {template: {spec: {containers: [{name: h, image: i}]}}}
                  workerGroupSpecs:
                    - {groupName: w, replicas: 3, minReplicas: 1, maxReplicas: 9, template: {spec: {containers: [{name: h, image: i}]}}}
                """).text().orElseThrow();
        NodeType type = load(text).config().orElseThrow().nodeType("w");
        assertThat(List.of(type.minWorkers(), type.maxWorkers())).containsExactly(3, 3);
    }

    @Test
    void whatIsNoRayClusterIsRefused() {
        assertThat(KubeRayImport.text("a", "kind: RayJob\n").problems())
                .extracting(Problem::code)
                .containsExactly("KUBERAY-KIND");
        assertThat(KubeRayImport.text("a", "kind: RayCluster\nspec: {}\n").problems())
                .extracting(Problem::code)
                .containsExactly("KUBERAY-NO-HEAD");
        assertThat(KubeRayImport.text("a", "kind: [\n").text()).isEmpty();
        assertThat(KubeRayImport.file(Path.of("does-not-exist.yaml")).problems())
                .extracting(Problem::code)
                .containsExactly("CONFIG-FILE-MISSING");
    }

    private static String thereAndBack(String file) {
        return KubeRayImport.text("manifest.yaml", there(file)).text().orElseThrow();
    }

    private static String there(String file) {
        return KubeRayExport.export(load(file)).text().orElseThrow();
    }

    private static Loaded load(String text) {
        Loaded loaded = ConfigLoader.load("cluster.yaml", text, Path.of(""), Overrides.NONE.withoutFileChecks());
        assertThat(loaded.problems()).as(text).noneMatch(Problem::isError);
        return loaded;
    }
}
